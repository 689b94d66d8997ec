import Foundation

/// The page's markup, style and script, with data inserted.
enum PageTemplate {
    /// The page for some data.
    static func page(_ data: PageData) -> String {
        let coder = JSONEncoder()
        coder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        coder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        // Numbers and texts can always be encoded. The encoded text cannot end the element that contains it.
        let json = ((try? coder.encode(data)).map { String(decoding: $0, as: UTF8.self) } ?? "{}")
            .replacing("<", with: "\\u003c")
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width">
            <title>\(escaped(data.title))</title>
            <style>\(style)</style>
            \(body)
            <script type="application/json" id="data">\(json)</script>
            <script>\(PageScript.text)</script>
            </html>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    private static let style = """
        :root { color-scheme: light dark; --line: #ccc; --back: #fff; --panel: #f6f6f6; --text: #111; --mark: #0a5bd3;
          --warm: #b34700; --commit: #8a5bd0; --render: #2f7fd6; --late: #d8342b; }
        @media (prefers-color-scheme: dark) { :root { --line: #444; --back: #161616; --panel: #202020; --text: #eee;
          --mark: #6cb0ff; --warm: #ffab66; } }
        * { box-sizing: border-box; }
        body { margin: 0; font: 14px/1.4 system-ui, sans-serif; background: var(--back); color: var(--text); }
        header { padding: 10px 16px; border-bottom: 1px solid var(--line); }
        h1 { font-size: 17px; margin: 0; } h2 { font-size: 14px; margin: 0 0 8px; }
        main { display: grid; grid-template-columns: minmax(240px, 340px) minmax(300px, 1fr) minmax(260px, 380px); gap: 12px;
          padding: 12px; align-items: start; }
        section { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 10px; min-width: 0; }
        main > div { display: grid; gap: 12px; min-width: 0; }
        #tree { max-height: 70vh; overflow: auto; }
        #layer { max-height: 60vh; overflow: auto; }
        #tree div[role=treeitem] { padding: 1px 4px; white-space: nowrap; cursor: default; border-radius: 3px; }
        #tree [aria-selected=true] { background: var(--mark); color: var(--back); }
        #tree .absent { opacity: .5; }
        :focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
        #stage { position: relative; margin: auto; background-image: repeating-conic-gradient(#8884 0 25%, transparent 0 50%);
          background-size: 16px 16px; }
        #stage canvas { display: block; width: 100%; height: 100%; }
        #stage svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
        #space { height: 320px; perspective: 1200px; overflow: hidden; touch-action: none; cursor: grab; }
        #space > div { position: absolute; transform-style: preserve-3d; left: 50%; top: 50%; }
        #space > div > div { position: absolute; border: 1px solid #888a; background-size: 100% 100%; }
        #search { width: 100%; margin-bottom: 6px; padding: 3px 6px; font: inherit; } #found { font-size: 12px; }
        .hint { margin: 2px 0 8px; font-size: 12px; } #timeline { cursor: pointer; display: block; margin-top: 8px; }
        #timeline .moment { fill: #36f9; } #timeline .moment.slow { fill: var(--late); }
        #timeline .event { fill: var(--warm); stroke: var(--panel); } #timeline .now { stroke: var(--mark); stroke-width: 2; }
        #events { margin: 0; padding: 0; list-style: none; max-height: 140px; overflow: auto; }
        #events button { all: unset; cursor: pointer; font: 12px/1.5 ui-monospace, monospace; } #events button:hover { color: var(--mark); }
        #events button:focus-visible { outline: 2px solid var(--mark); }
        #space > div > div.selected { border: 2px solid var(--mark); }
        #space { position: relative; }
        table { border-collapse: collapse; width: 100%; font-size: 12px; }
        td, th { text-align: left; padding: 1px 6px 1px 0; vertical-align: top; overflow-wrap: anywhere; }
        tr.changed td { color: var(--warm); font-weight: 600; }
        #ops { max-height: 220px; overflow: auto; font: 11px/1.4 ui-monospace, monospace; }
        #ops div { white-space: nowrap; padding: 0 3px; cursor: default; }
        #ops div.current { background: var(--mark); color: var(--back); }
        #ops div.later { opacity: .45; }
        input[type=range] { width: 100%; }
        .passes { display: flex; flex-wrap: wrap; gap: 8px; } .passes figure { margin: 0; font-size: 11px; }
        .passes img { max-width: 130px; max-height: 130px; display: block; border: 1px solid var(--line);
          background-image: repeating-conic-gradient(#8884 0 25%, transparent 0 50%); background-size: 12px 12px; }
        svg text { fill: var(--text); font-size: 10px; }
        ul { margin: 0; padding-left: 18px; } li { margin-bottom: 4px; }
        .rule { color: var(--warm); font-weight: 600; }
        #late { margin: 4px 0 0; font-size: 12px; } #hitches { margin: 4px 0 0; padding-left: 28px; font-size: 12px;
          max-height: 120px; overflow: auto; }
        .commitBar { fill: var(--commit); } .renderBar { fill: var(--render); } .lateBar { fill: var(--late); }
        .budgetLine { stroke: var(--text); stroke-dasharray: 4 3; opacity: .6; } .axis { stroke: var(--line); }
        #memory div.row { display: grid; grid-template-columns: 8.5em 1fr 5.5em; gap: 8px; font-size: 12px; align-items: center; }
        #memory .row span:last-child { text-align: right; font-variant-numeric: tabular-nums; }
        #memory .row i { height: 9px; background: var(--mark); border-radius: 2px; min-width: 1px; }
        @media (max-width: 900px) { main { grid-template-columns: 1fr; } }
        """

    private static let body = """
        <header><h1 id="title"></h1><div id="summary"></div></header>
        <main>
        <div>
        <section><h2 id="treeTitle">Layers</h2>
        <input id="search" type="search" placeholder="Search names, classes, values" aria-label="Search layers">
        <div id="found" aria-live="polite"></div><div id="tree" role="tree" aria-labelledby="treeTitle"></div></section>
        </div>
        <div>
        <section><h2 id="frameTitle">Frame</h2><div id="stage"><canvas></canvas><svg aria-hidden="true"></svg></div>
        <svg id="timeline" width="100%" height="132" role="slider" tabindex="0" aria-label="Moment"></svg>
        <p class="hint">Click the time line, or use the arrow keys: bars are pixels that change, triangles commits, dots events.
        <button id="home" type="button" hidden></button></p>
        <div id="stepping"><label for="step">Drawn up to op <output id="stepText"></output></label>
        <input id="step" type="range" min="0"></div><div id="ops" tabindex="0" aria-label="Ops"></div></section>
        <section><h2 id="spaceTitle">Layers in space</h2>
        <div id="space" tabindex="0" role="img" aria-labelledby="spaceTitle"
          aria-description="Arrow keys turn it, plus and minus pull the layers apart, 0 makes it flat"></div></section>
        <section><h2>Frame times</h2><svg id="bars" width="100%" height="150" role="img" aria-label="Frame times"></svg>
        <p id="late"></p><ol id="hitches"></ol></section>
        <section id="eventSection"><h2>Events</h2><ol id="events"></ol></section>
        <section><h2>Passes</h2><div class="passes" id="passes"></div></section>
        </div>
        <div>
        <section><h2>Advice</h2><ul id="advice"></ul></section>
        <section><h2 id="layerTitle">Layer</h2>
        <label><input id="defaults" type="checkbox"> properties with default values, too</label>
        <div id="layer" aria-live="polite" tabindex="0"></div></section>
        <section><h2>Memory of the frame</h2><div id="memory"></div></section>
        <section><h2>Work, at most</h2><table id="usage"></table></section>
        </div>
        </main>
        """
}
