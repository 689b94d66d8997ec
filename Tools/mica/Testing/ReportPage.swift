import Foundation

/// A page of pictures that differ, in one file without a network: side by side, under a slider, blinking, and subtracted.
struct ReportPage {
    /// The pictures, the furthest first.
    let pictures: [DifferingPicture]
    /// A line above them; nil for none.
    let note: String?
    /// The fonts that drew.
    let fonts: [String]

    /// The page's text.
    var text: String {
        let rows = pictures.enumerated().map { section($1, number: $0) }.joined(separator: "\n")
        let heading = pictures.count == 1 ? "1 picture differs" : "\(pictures.count) pictures differ"
        let fontLines = fonts.map(Self.escaped).joined(separator: "\n")
        return """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>\(heading)</title>
            <style>
            body { font: 14px sans-serif; margin: 2em; background: #f4f4f4; color: #222 }
            section { background: white; border: 1px solid #ccc; padding: 1em; margin: 1em 0 }
            h2 { font-size: 16px; margin: 0 0 .3em } p { margin: .3em 0 } code, pre { font-size: 12px }
            .row { display: flex; flex-wrap: wrap; gap: 1em; align-items: flex-start }
            figure { margin: 0 } figcaption { color: #666 }
            img { display: block; max-width: 360px; max-height: 720px; \
            background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 / 16px 16px }
            .pair { position: relative } .pair img + img { position: absolute; left: 0; top: 0 }
            .minus { background: black; isolation: isolate; filter: brightness(3) }
            .minus img { background: none } .minus img + img { mix-blend-mode: difference }
            input[type=range] { width: 100% }
            @keyframes blink { 50% { opacity: 0 } } .blink img + img { animation: blink 1s steps(1) infinite }
            </style>
            <h1>\(heading)</h1>
            \(note.map { "<p><strong>\(Self.escaped($0))</strong></p>" } ?? "")
            \(rows)
            <details><summary>Fonts that drew</summary><pre>\(fontLines)</pre></details>
            <script>
            for (const section of document.querySelectorAll('section')) {
              for (const kind of ['expected', 'got']) {
                const source = section.querySelector('img.' + kind + '[src]').src;
                for (const image of section.querySelectorAll('img.' + kind)) image.src = source;
              }
            }
            for (const slider of document.querySelectorAll('input[type=range]')) {
              const top = slider.parentElement.querySelector('.pair img + img');
              slider.oninput = () => { top.style.clipPath = `inset(0 ${100 - slider.value}% 0 0)` };
              slider.oninput();
            }
            </script>
            </html>

            """
    }

    private func section(_ picture: DifferingPicture, number: Int) -> String {
        let (one, other) = (Self.source(picture.expected), Self.source(picture.actual))
        // The page's script gives these the pictures of the first two.
        func pair(_ name: String) -> String {
            "<div class=\"pair \(name)\"><img class=\"expected\"><img class=\"got\"></div>"
        }
        func figure(_ content: String, _ caption: String) -> String {
            "<figure>\(content)<figcaption>\(caption)</figcaption></figure>"
        }
        return """
            <section id="p\(number)"><h2>\(Self.escaped(picture.name))</h2><p>\(Self.escaped(picture.words))</p>
            <p><code>\(Self.escaped(picture.expected))</code></p><div class="row">
            \(figure("<img class=\"expected\" src=\"\(one)\">", "expected"))
            \(figure("<img class=\"got\" src=\"\(other)\">", "got"))
            \(figure(pair("minus"), "difference, three times as bright"))
            \(figure(pair("slide") + "<input type=\"range\" value=\"50\">", "got on the left, expected on the right"))
            \(figure(pair("blink"), "expected and got in turn"))
            </div></section>
            """
    }

    private static func source(_ path: String) -> String {
        "data:image/png;base64," + (FileManager.default.contents(atPath: path) ?? Data()).base64EncodedString()
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
}
