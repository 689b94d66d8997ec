import CoreGraphics
import Foundation
import MicaScripts
import Testing
import UIKit

/// Pictures of fields and text views, in light and dark. `MICA_PICTURE=FOLDER` writes them.
@MainActor @Suite(.serialized) struct TextPictureTests {
    /// Shows views, plays a script, and gives the window's picture.
    private func picture(
        _ name: String, dark: Bool, _ script: String, _ build: (UIWindow) -> UIView?
    ) throws -> CGImage {
        let host = ScriptedWindow(size: CGSize(width: 360, height: 420), scale: 2, threads: 1)
        let window = UIWindow(host: host)
        window.overrideUserInterfaceStyle = dark ? .dark : .light
        window.backgroundColor = .systemBackground
        let first = build(window)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        first?.becomeFirstResponder()
        host.advance(to: 0.2)
        try host.perform(script)
        host.advance(to: host.time + 0.2)
        if let folder = ProcessInfo.processInfo.environment["MICA_PICTURE"] {
            try host.write(to: "\(folder)/text-\(name).png")
        }
        return host.image
    }

    private func fields(_ window: UIWindow) -> UIView? {
        var y: CGFloat = 12
        var last: UITextField?
        func add(_ text: String, _ change: (UITextField) -> Void = { _ in }) {
            let field = UITextField(frame: CGRect(x: 20, y: y, width: 320, height: 34))
            field.borderStyle = .roundedRect
            field.text = text
            field.placeholder = "Placeholder"
            change(field)
            window.addSubview(field)
            y += 40
            last = field
        }
        add("")
        add("Rounded, with a clear button") { $0.clearButtonMode = .always }
        add("Line") { $0.borderStyle = .line }
        add("Bezel") { $0.borderStyle = .bezel }
        add("secret") { $0.isSecureTextEntry = true }
        add("A text that is far too long for the field that it is in, truncated")
        add("A text that is too wide, but becomes smaller to fit in") { $0.adjustsFontSizeToFitWidth = true }
        add("\u{5E9}\u{5DC}\u{5D5}\u{5DD} abc \u{5E2}\u{5D5}\u{5DC}\u{5DD}")
        let search = UISearchTextField(frame: CGRect(x: 20, y: y, width: 320, height: 36))
        search.placeholder = "Search"
        window.addSubview(search)
        y += 44
        add("selected word gyp")
        return last
    }

    private func text(_ window: UIWindow) -> UIView? {
        let view = UITextView(frame: CGRect(x: 20, y: 20, width: 320, height: 380))
        view.backgroundColor = .secondarySystemBackground
        let plain: [NSAttributedString.Key: Any] = [
            .font: UIFont.systemFont(ofSize: 16), .foregroundColor: UIColor.label,
        ]
        func part(_ text: String, _ own: [NSAttributedString.Key: Any] = [:]) -> NSAttributedString {
            NSAttributedString(string: text, attributes: plain.merging(own) { $1 })
        }
        let all = NSMutableAttributedString(string: "")
        all.append(part("A title\n", [.font: UIFont.boldSystemFont(ofSize: 24)]))
        all.append(part("Body text that wraps over several lines, with a "))
        all.append(part("link", [.link: "https://swift.org"]))
        all.append(part(", a "))
        all.append(part("background", [.backgroundColor: UIColor.systemYellow]))
        all.append(part(" and a picture "))
        let image = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24)).image { _ in
            UIColor.systemRed.setFill()
            UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 24, height: 24)).fill()
            UIColor.white.setFill()
            UIBezierPath(rect: CGRect(x: 10, y: 2, width: 4, height: 10)).fill()
        }
        all.append(NSAttributedString(attachment: NSTextAttachment(image: image)))
        all.append(part(" in it.\n\n\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5DD} 123\nLast line"))
        view.attributedText = all
        window.addSubview(view)
        return view
    }

    /// Every second pixel of a picture, as red, green and blue.
    private func pixels(_ image: CGImage) throws -> [SIMD3<Int>] {
        let context = try unsafe #require(
            CGContext(
                data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: image.width * 4,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        let data = try unsafe #require(context.data)
        return stride(from: 0, to: image.width * image.height, by: 2).map { index in
            func part(_ offset: Int) -> Int {
                Int(unsafe data.load(fromByteOffset: index * 4 + offset, as: UInt8.self))
            }
            return SIMD3(part(0), part(1), part(2))
        }
    }

    @Test(
        "Fields and text views are drawn in light and dark: background, letters, and the tint of selections and carets")
    func pictures() throws {
        let pictures = try [
            (false, picture("fields", dark: false, "key Left with control+shift", fields)),
            (true, picture("fields-dark", dark: true, "key A with control", fields)),
            (false, picture("view", dark: false, "key Up with shift\nkey Up with shift\nkey Up with shift", text)),
            (true, picture("view-dark", dark: true, "compose \"ni hao\"", text)),
        ]
        for (isDark, image) in pictures {
            #expect(image.width == 720 && image.height == 840)
            let all = try pixels(image)
            let background = isDark ? 0 : 255
            #expect(all[0] == SIMD3(repeating: background))
            // Letters are in the colour of labels, which is that of the other background.
            let letters = all.filter { pixel in (0..<3).allSatisfy { abs(pixel[$0] - (255 - background)) <= 30 } }
            #expect(letters.count > 500)
            #expect(all.filter { $0.z > $0.x + 30 }.count > 20)
        }
    }
}
