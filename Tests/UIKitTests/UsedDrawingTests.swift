import CoreText
import Foundation
import MicaBase
import MicaEvents
import QuartzCore
import Testing
import _Testing_CoreGraphics
import _Testing_UIKit

import UIKit
@testable import UIKitCore

/// The most used members of colours, paths, fonts, pictures and contexts.
@MainActor @Suite(.serialized) struct UsedDrawingTests {
    /// The pixels of a block's drawing, as 0xAARRGGBB.
    private func draw(_ width: Int, _ height: Int, _ body: () -> Void) throws -> Bitmap {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: width, height: height), false, 1)
        defer { UIGraphicsEndImageContext() }
        body()
        return try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage).resource.bitmap()
    }

    private func parts(_ color: UIColor) -> [CGFloat] {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        #expect(color.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
        return [red, green, blue, alpha]
    }

    @Test(
        .covers(
            "UIColor", "UIColor.black", "UIColor.blue", "UIColor.clear", "UIColor.cyan", "UIColor.darkGray",
            "UIColor.gray",
            "UIColor.green", "UIColor.lightGray", "UIColor.orange", "UIColor.purple", "UIColor.red", "UIColor.white",
            "UIColor.yellow"))
    func named_colours_have_apples_numbers() {
        let third: CGFloat = 1.0 / 3
        let wanted: [(UIColor, [CGFloat])] = [
            (.black, [0, 0, 0, 1]), (.blue, [0, 0, 1, 1]), (.clear, [0, 0, 0, 0]), (.cyan, [0, 1, 1, 1]),
            (.darkGray, [third, third, third, 1]), (.gray, [0.5, 0.5, 0.5, 1]), (.green, [0, 1, 0, 1]),
            (.lightGray, [2 * third, 2 * third, 2 * third, 1]), (.orange, [1, 0.5, 0, 1]), (.purple, [0.5, 0, 0.5, 1]),
            (.red, [1, 0, 0, 1]), (.white, [1, 1, 1, 1]), (.yellow, [1, 1, 0, 1]),
        ]
        for (color, numbers) in wanted {
            // A millionth: components are Float on the way.
            for (have, want) in zip(parts(color), numbers) { #expect(abs(have - want) < 1e-6) }
        }
    }

    @Test(.covers("UIColor.init", "UIColor.getRed", "UIColor.cgColor", "UIColor.withAlphaComponent"))
    func colours_are_made_and_taken_apart() {
        let color = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
        #expect(parts(color) == [0.25, 0.5, 0.75, 1])
        #expect(parts(color.withAlphaComponent(0.5)) == [0.25, 0.5, 0.75, 0.5])
        #expect(parts(UIColor(white: 0.5, alpha: 1)) == [0.5, 0.5, 0.5, 1])
        #expect(parts(UIColor(hue: 1.0 / 3, saturation: 1, brightness: 1, alpha: 1)) == [0, 1, 0, 1])
        #expect(UIColor(cgColor: color.cgColor) == color)
        var red: CGFloat = 0
        color.getRed(&red, green: nil, blue: nil, alpha: nil)
        #expect(red == 0.25)
    }

    @Test(.covers("UIColor.getHue"), arguments: [0, 0.1, 1.0 / 3, 0.5, 0.75, 0.95])
    func hue_saturation_and_brightness_come_back(_ wanted: CGFloat) {
        let color = UIColor(hue: wanted, saturation: 0.5, brightness: 0.75, alpha: 0.25)
        var (hue, saturation, brightness, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        #expect(color.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: &alpha))
        // A millionth: components are Float on the way.
        #expect(abs(hue - wanted) < 1e-6 && abs(saturation - 0.5) < 1e-6)
        #expect(abs(brightness - 0.75) < 1e-6 && abs(alpha - 0.25) < 1e-6)
        UIColor.gray.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: &alpha)
        #expect((hue, saturation, brightness, alpha) == (0, 0, 0.5, 1))
    }

    @Test(.covers("UIColor.systemBackground", "UITraitCollection", "UITraitCollection.userInterfaceStyle"))
    func system_colours_are_others_in_the_dark() {
        let (light, dark) = (
            UITraitCollection(userInterfaceStyle: .light), UITraitCollection(userInterfaceStyle: .dark)
        )
        #expect(light.userInterfaceStyle == .light && dark.userInterfaceStyle == .dark)
        #expect(parts(UIColor.systemBackground.resolvedColor(with: light)) == [1, 1, 1, 1])
        #expect(parts(UIColor.systemBackground.resolvedColor(with: dark)) == [0, 0, 0, 1])
        dark.performAsCurrent {
            #expect(parts(.label) == [1, 1, 1, 1])
            #expect(parts(UIColor.label.withAlphaComponent(0.5))[3] == 0.5)
        }
        #expect(parts(.label) == [0, 0, 0, 1])
        // One that gives itself for ever is clear.
        // Safe because: one thread uses it.
        final class Loop: @unchecked Sendable { var color: UIColor? }
        let loop = Loop()
        loop.color = UIColor { _ in loop.color ?? .red }
        #expect(loop.color.map { parts($0) } == [0, 0, 0, 0])
        loop.color = nil
    }

    @Test(
        .covers(
            "UIBezierPath", "UIBezierPath.init", "UIBezierPath.move", "UIBezierPath.addLine", "UIBezierPath.addCurve",
            "UIBezierPath.addQuadCurve", "UIBezierPath.addArc", "UIBezierPath.close", "UIBezierPath.isEmpty",
            "UIBezierPath.cgPath", "UIBezierPath.lineWidth"))
    func paths_have_the_steps_that_were_added() {
        let path = UIBezierPath()
        #expect(path.isEmpty && path.lineWidth == 1)
        path.move(to: CGPoint(x: 1, y: 2))
        path.addLine(to: CGPoint(x: 3, y: 2))
        path.addCurve(
            to: CGPoint(x: 5, y: 2), controlPoint1: CGPoint(x: 4, y: 0), controlPoint2: CGPoint(x: 5, y: 0))
        path.addQuadCurve(to: CGPoint(x: 5, y: 6), controlPoint: CGPoint(x: 7, y: 4))
        path.addArc(withCenter: CGPoint(x: 3, y: 6), radius: 2, startAngle: 0, endAngle: .pi, clockwise: true)
        path.close()
        var kinds: [CGPathElementType] = []
        path.cgPath.applyWithBlock { unsafe kinds.append($0.pointee.type) }
        #expect(kinds.prefix(4) == [.moveToPoint, .addLineToPoint, .addCurveToPoint, .addQuadCurveToPoint])
        #expect(kinds.last == .closeSubpath && !path.isEmpty)
        // Clockwise as seen goes below the middle, where y is greater.
        #expect(abs(path.bounds.maxY - 8) < 1e-3)
    }

    @Test(.covers("UIBezierPath.fill", "UIColor.setFill"))
    func paths_are_filled_with_the_fill_colour() throws {
        let bitmap = try draw(4, 4) {
            UIColor.blue.setFill()
            UIBezierPath(rect: CGRect(x: 1, y: 0, width: 2, height: 1)).fill()
        }
        for index in 0..<16 { #expect(bitmap.pixels[index] == ([1, 2].contains(index) ? 0xFF00_00FF : 0)) }
    }

    @Test func reversing_turns_each_subpath_round() {
        let path = UIBezierPath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 4, y: 0))
        path.addCurve(
            to: CGPoint(x: 4, y: 4), controlPoint1: CGPoint(x: 5, y: 1), controlPoint2: CGPoint(x: 6, y: 3))
        path.close()
        path.move(to: CGPoint(x: 9, y: 9))
        path.addLine(to: CGPoint(x: 8, y: 8))
        let back = path.reversing()
        let wanted = UIBezierPath()
        wanted.move(to: CGPoint(x: 8, y: 8))
        wanted.addLine(to: CGPoint(x: 9, y: 9))
        wanted.move(to: CGPoint(x: 4, y: 4))
        wanted.addCurve(
            to: CGPoint(x: 4, y: 0), controlPoint1: CGPoint(x: 6, y: 3), controlPoint2: CGPoint(x: 5, y: 1))
        wanted.addLine(to: .zero)
        wanted.close()
        #expect(back.cgPath == wanted.cgPath && back.reversing().cgPath == path.cgPath)
    }

    @Test(
        .covers(
            "UIRectCorner", "UIRectCorner.allCorners", "UIRectCorner.bottomLeft", "UIRectCorner.bottomRight",
            "UIRectCorner.topLeft", "UIRectCorner.topRight"))
    func corners_are_round_where_they_are_asked_for() {
        let rect = CGRect(x: 0, y: 0, width: 20, height: 20)
        let points: [(UIRectCorner, CGPoint)] = [
            (.topLeft, CGPoint(x: 0.5, y: 0.5)), (.topRight, CGPoint(x: 19.5, y: 0.5)),
            (.bottomLeft, CGPoint(x: 0.5, y: 19.5)), (.bottomRight, CGPoint(x: 19.5, y: 19.5)),
        ]
        for (corner, _) in points {
            let path = UIBezierPath(
                roundedRect: rect, byRoundingCorners: corner, cornerRadii: CGSize(width: 8, height: 8))
            for (other, point) in points { #expect(path.contains(point) == (other != corner)) }
        }
        let all = UIBezierPath(
            roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: 8, height: 8))
        for (_, point) in points { #expect(!all.contains(point)) }
    }

    @Test(
        .covers(
            "UIFont", "UIFont.init", "UIFont.systemFont", "UIFont.boldSystemFont", "UIFont.fontName",
            "UIFont.lineHeight",
            "UIFont.pointSize", "UIFont.preferredFont"))
    func fonts_have_sizes_names_and_styles() throws {
        let font = UIFont.systemFont(ofSize: 20)
        #expect(font.pointSize == 20 && font.lineHeight > 20 && font.lineHeight < 30)
        let bold = UIFont.boldSystemFont(ofSize: 20)
        #expect(bold.fontName != font.fontName)
        let again = try #require(UIFont(name: bold.fontName, size: 10))
        #expect(again.fontName == bold.fontName && again.pointSize == 10)
        #expect(UIFont.preferredFont(forTextStyle: .body).pointSize == 17)
        #expect(UIFont.preferredFont(forTextStyle: .caption2).pointSize == 11)
        let large = UITraitCollection(preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge)
        #expect(UIFont.preferredFont(forTextStyle: .body, compatibleWith: large).pointSize == 53)
    }

    @Test func metrics_descriptors_and_widths() throws {
        let large = UITraitCollection(preferredContentSizeCategory: .extraExtraExtraLarge)
        let metrics = UIFontMetrics(forTextStyle: .body)
        #expect(metrics.scaledValue(for: 34) == 34)
        #expect(metrics.scaledValue(for: 34, compatibleWith: large) == 46)
        #expect(
            metrics.scaledFont(for: .systemFont(ofSize: 17), maximumPointSize: 20, compatibleWith: large).pointSize
                == 20)
        let font = UIFont.systemFont(ofSize: 12)
        let bold = try #require(font.fontDescriptor.withSymbolicTraits(.traitBold))
        #expect(UIFont(descriptor: bold, size: 0).fontName == UIFont.boldSystemFont(ofSize: 12).fontName)
        #expect(UIFont(descriptor: bold, size: 0).pointSize == 12 && bold.symbolicTraits == .traitBold)
        let mono = UIFont.monospacedSystemFont(ofSize: 20, weight: .regular)
        #expect(mono.fontDescriptor.symbolicTraits.contains(.traitMonoSpace))
        #expect(
            NSString("iii").size(withAttributes: [.font: mono]) == NSString("WWW").size(withAttributes: [.font: mono]))
        #expect(UIFont.systemFont(ofSize: 9, weight: .semibold).fontName == UIFont.boldSystemFont(ofSize: 9).fontName)
        #expect(UIFontDescriptor(name: "Nothing", size: 3).postscriptName == font.fontName)
    }

    @Test(
        .covers(
            "NSAttributedString.Key.font", "NSAttributedString.Key.foregroundColor", "NSMutableParagraphStyle",
            "NSTextAlignment", "NSTextAlignment.center"))
    func attributes_of_texts_are_drawn() throws {
        let style = NSMutableParagraphStyle()
        style.alignment = NSTextAlignment.center
        let text = NSAttributedString(
            string: "I",
            attributes: [.font: UIFont.systemFont(ofSize: 60), .foregroundColor: UIColor.red, .paragraphStyle: style])
        let bitmap = try draw(120, 80) { text.draw(in: CGRect(x: 0, y: 0, width: 120, height: 80)) }
        let columns = (0..<120).filter { x in (0..<80).contains { bitmap.pixels[$0 * 120 + x] >> 24 == 255 } }
        let middle = try #require(columns.first).advanced(by: columns.count / 2)
        // The letter has not the same room at both of its sides.
        #expect(abs(middle - 60) <= 2)
        #expect(bitmap.pixels.contains(0xFFFF_0000))
    }

    @Test func shadows_of_letters_lie_where_they_are_told_to() throws {
        let shadow = NSShadow()
        (shadow.shadowOffset, shadow.shadowColor) = (CGSize(width: 0, height: 50), UIColor.blue)
        let bitmap = try draw(40, 100) {
            NSAttributedString(
                string: "E",
                attributes: [.font: UIFont.boldSystemFont(ofSize: 40), .foregroundColor: UIColor.red, .shadow: shadow]
            ).draw(at: .zero)
        }
        let blue = (0..<100).filter { y in (0..<40).contains { bitmap.pixels[y * 40 + $0] == 0xFF00_00FF } }
        let red = (0..<100).filter { y in (0..<40).contains { bitmap.pixels[y * 40 + $0] == 0xFFFF_0000 } }
        let (top, shadowTop) = (try #require(red.first), try #require(blue.first))
        #expect(shadowTop - top == 50)
    }

    @Test(
        .covers(
            "UIGraphicsBeginImageContextWithOptions", "UIGraphicsEndImageContext", "UIGraphicsGetCurrentContext",
            "UIGraphicsGetImageFromCurrentImageContext", "UIGraphicsPopContext", "UIGraphicsPushContext"))
    func contexts_are_pushed_and_popped() throws {
        #expect(UIGraphicsGetCurrentContext() == nil)
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 3, height: 2), false, 2)
        let own = try #require(UIGraphicsGetCurrentContext())
        let other = try #require(
            CGContext(
                data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 4,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        UIGraphicsPushContext(other)
        #expect(UIGraphicsGetCurrentContext() === other)
        UIGraphicsPopContext()
        #expect(UIGraphicsGetCurrentContext() === own)
        let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        #expect(image.size == CGSize(width: 3, height: 2) && image.cgImage?.width == 6)
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    /// A picture of one colour.
    private func image(_ color: UIColor, _ width: CGFloat, _ height: CGFloat) -> UIImage {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: width, height: height), false, 1)
        defer { UIGraphicsEndImageContext() }
        color.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: width, height: height))
        return UIGraphicsGetImageFromCurrentImageContext() ?? UIImage()
    }

    @Test(
        .covers(
            "UIImage", "UIImage.init", "UIImage.cgImage", "UIImage.size", "UIImage.withRenderingMode",
            "UIImage.RenderingMode.alwaysTemplate"))
    func pictures_have_pixels_sizes_and_modes() throws {
        let red = image(.red, 4, 2)
        let data = try #require(red.pngData())
        let read = try #require(UIImage(data: data, scale: 2))
        #expect(read.size == CGSize(width: 2, height: 1) && read.cgImage?.width == 4)
        let template = read.withRenderingMode(.alwaysTemplate)
        #expect(template.renderingMode == UIImage.RenderingMode.alwaysTemplate && read.renderingMode == .automatic)
        #expect(template.cgImage === read.cgImage)
        let view = UIImageView(image: image(.red, 2, 2).withRenderingMode(.alwaysTemplate))
        view.tintColor = .green
        let shown = try #require(view.layer.contents as? CGImage)
        #expect(try shown.resource.bitmap().pixels[0] == 0xFF00_FF00)
    }

    @Test func caps_keep_their_size() throws {
        let source = try draw(6, 1) {
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 1))
            UIColor.green.setFill()
            UIRectFill(CGRect(x: 2, y: 0, width: 2, height: 1))
            UIColor.blue.setFill()
            UIRectFill(CGRect(x: 4, y: 0, width: 2, height: 1))
        }
        let image = UIImage(cgImage: CGImage(resource: ImageResource(bitmap: source)))
        let caps = UIEdgeInsets(top: 0, left: 2, bottom: 0, right: 2)
        for mode in [UIImage.ResizingMode.tile, .stretch] {
            let resizable = image.resizableImage(withCapInsets: caps, resizingMode: mode)
            #expect(resizable.capInsets == caps && resizable.resizingMode == mode)
            let drawn = try draw(12, 1) { resizable.draw(in: CGRect(x: 0, y: 0, width: 12, height: 1)) }
            for x in 0..<12 {
                let wanted: UInt32 = x < 2 ? 0xFFFF_0000 : x < 10 ? 0xFF00_FF00 : 0xFF00_00FF
                #expect(drawn.pixels[x] == wanted)
            }
        }
        let view = UIImageView(image: image.resizableImage(withCapInsets: caps))
        let center = view.layer.contentsCenter
        #expect(center.minY == 0 && center.height == 1)
        // A third is not a number of two's powers, and 4 / 6 - 2 / 6 is not 2 / 6.
        #expect(abs(center.minX - 2.0 / 6) < 1e-12 && abs(center.width - 2.0 / 6) < 1e-12)
    }

    @Test func pictures_stand_as_their_orientation_says() throws {
        let source = try draw(2, 1) {
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
            UIColor.blue.setFill()
            UIRectFill(CGRect(x: 1, y: 0, width: 1, height: 1))
        }
        let pixels = CGImage(resource: ImageResource(bitmap: source))
        let (red, blue): (UInt32, UInt32) = (0xFFFF_0000, 0xFF00_00FF)
        let wanted: [(UIImage.Orientation, [UInt32])] = [
            (.up, [red, blue]), (.down, [blue, red]), (.upMirrored, [blue, red]), (.downMirrored, [red, blue]),
            // Turned to the left, the left part is below.
            (.left, [blue, red]), (.right, [red, blue]),
        ]
        for (orientation, order) in wanted {
            let image = UIImage(cgImage: pixels, scale: 1, orientation: orientation)
            let isSideways = orientation == .left || orientation == .right
            #expect(image.size == (isSideways ? CGSize(width: 1, height: 2) : CGSize(width: 2, height: 1)))
            let drawn = try draw(Int(image.size.width), Int(image.size.height)) { image.draw(at: .zero) }
            #expect(Array(drawn.pixels) == order)
        }
    }

    @Test func symbols_are_templates_with_sizes() throws {
        for name in SymbolDrawing.names {
            let image = try #require(UIImage(systemName: name))
            #expect(
                image.isSymbolImage && image.renderingMode == .alwaysTemplate
                    && image.size == CGSize(width: 20, height: 20))
            // Thin lines between two pixels cover half of each.
            #expect(try #require(image.cgImage).resource.bitmap().pixels.filter { $0 >> 24 >= 127 }.count >= 8)
        }
        #expect(UIImage(systemName: "no.such.symbol") == nil)
        let large = UIImage(
            systemName: "star", withConfiguration: UIImage.SymbolConfiguration(pointSize: 34, weight: .bold))
        #expect(large?.size == CGSize(width: 40, height: 40))
    }

    @Test func pictures_of_asset_folders_are_found_by_scale_and_group() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assets-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ path: String, _ data: Data) throws {
            let file = folder.appendingPathComponent("Media.xcassets/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
        }
        let (one, two) = (try #require(image(.red, 2, 2).pngData()), try #require(image(.red, 4, 4).pngData()))
        try write("Group/a.imageset/small.png", one)
        try write("Group/a.imageset/large.png", two)
        try write(
            "Group/a.imageset/Contents.json",
            Data(
                """
                {"images": [{"idiom": "universal", "filename": "small.png", "scale": "1x"},
                  {"idiom": "universal", "filename": "large.png", "scale": "2x"}, {"idiom": "universal", "scale": "3x"}]}
                """.utf8))
        try write("Space/Contents.json", Data(#"{"properties": {"provides-namespace": true}}"#.utf8))
        try write("Space/b.imageset/b.png", one)
        try write("Space/b.imageset/Contents.json", Data(#"{"images": [{"filename": "b.png"}]}"#.utf8))
        try write("c.imageset/Contents.json", Data(#"{"images": [{"filename": "../../secret.png"}]}"#.utf8))
        func found(_ name: String, _ scale: CGFloat) -> (CGImage, CGFloat)? {
            NamedImages(budget: 0).image(named: name, folders: [folder.path], scale: scale).map { ($0.image, $0.scale) }
        }
        #expect(found("a", 1)?.0.width == 2 && found("a", 1)?.1 == 1)
        #expect(found("a", 3)?.0.width == 4 && found("a", 3)?.1 == 2)
        // A name of when it was a file.
        #expect(found("a.png", 1)?.0.width == 2 && found("a.jpg", 1) == nil)
        #expect(found("Space/b", 2)?.0.width == 2 && found("b", 2) == nil && found("c", 1) == nil)
    }

    @Test(
        .covers(
            "UIEdgeInsets", "UIEdgeInsets.init", "UIEdgeInsets.top", "UIEdgeInsets.left", "UIEdgeInsets.bottom",
            "UIEdgeInsets.right"))
    func insets_move_edges_inwards() {
        var insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(CGRect(x: 0, y: 0, width: 10, height: 10).inset(by: insets) == CGRect(x: 2, y: 1, width: 4, height: 6))
        (insets.top, insets.left, insets.bottom, insets.right) = (0, 0, 0, 0)
        #expect(insets == UIEdgeInsets.zero)
    }

    @Test(.covers("UIScreen", "UIScreen.main", "UIScreen.bounds", "UIScreen.scale"))
    func the_screen_is_what_the_output_is_for() {
        let screen: UIScreen = UIScreen.main
        let before = (screen.scale, screen.bounds)
        defer { UIScreen.adopt(scale: before.0, bounds: before.1) }
        UIScreen.adopt(scale: 3, bounds: CGRect(x: 0, y: 0, width: 30, height: 20))
        #expect(UIScreen.main.scale == 3 && UIScreen.main.bounds == CGRect(x: 0, y: 0, width: 30, height: 20))
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 1, height: 1), false, 0)
        defer { UIGraphicsEndImageContext() }
        #expect(UIGraphicsGetImageFromCurrentImageContext()?.scale == 3)
    }

    /// A display of 120 refreshes a second.
    private final class FastHost: WindowHost {
        let layer = CALayer()
        let size = CGSize(width: 20, height: 30)
        let scale: CGFloat = 1
        let refreshRate = 120.0
        var eventHandler: ((WindowEvent) -> Void)?
    }

    @Test func the_screen_has_the_refreshes_of_its_display() {
        let before = (UIScreen.main.scale, UIScreen.main.bounds)
        defer { UIScreen.adopt(scale: before.0, bounds: before.1) }
        do {
            let host = FastHost()
            let window = UIWindow(host: host)
            #expect(UIScreen.main.maximumFramesPerSecond == 120 && window.bounds.width == 20)
        }
        #expect(UIScreen.main.maximumFramesPerSecond == 60, "the display is gone")
    }

    @Test func a_clip_keeps_drawing_inside() throws {
        let bitmap = try draw(3, 1) {
            UIRectClip(CGRect(x: 1, y: 0, width: 1, height: 1))
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 3, height: 1))
            UIRectFillUsingBlendMode(CGRect(x: 0, y: 0, width: 3, height: 1), .clear)
            UIColor.blue.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 3, height: 1))
        }
        #expect(Array(bitmap.pixels) == [0, 0xFF00_00FF, 0])
    }

    @Test func core_graphics_names_of_swift_3_are_there() throws {
        let line = CGMutablePath()
        line.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
        let outline = try #require(
            CGPath(__byStroking: line, transform: nil, lineWidth: 4, lineCap: .butt, lineJoin: .miter, miterLimit: 10))
        #expect(outline.boundingBoxOfPath == CGRect(x: 0, y: -2, width: 10, height: 4))
        #expect(kCFAllocatorDefault == nil)
    }
}
