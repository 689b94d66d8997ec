import CoreText
import Foundation
import MicaBase
import Testing
import _Testing_CoreGraphics
import _Testing_UIKit

import UIKit
@testable import UIKitCore

@Suite struct UIKitTests {
    private func pixels(_ size: CGSize, scale: CGFloat = 1, opaque: Bool = false, _ draw: () -> Void) throws -> Bitmap {
        UIGraphicsBeginImageContextWithOptions(size, opaque, scale)
        defer { UIGraphicsEndImageContext() }
        draw()
        let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
        #expect(image.scale == scale && image.size == size)
        return try #require(image.cgImage).resource.bitmap()
    }

    @Test func image_context_has_y_down_and_points() throws {
        let bitmap = try pixels(CGSize(width: 4, height: 3), scale: 2) {
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 1))
        }
        #expect((bitmap.width, bitmap.height) == (8, 6))
        for y in 0..<6 {
            for x in 0..<8 { #expect(bitmap.pixels[y * 8 + x] == (x < 4 && y < 2 ? 0xFFFF_0000 : 0)) }
        }
    }

    @Test func image_contexts_nest_and_pop_only_what_is_theirs() throws {
        #expect(UIGraphicsGetCurrentContext() == nil)
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsPopContext()
        UIGraphicsEndImageContext()
        UIGraphicsBeginImageContext(CGSize(width: 2, height: 2))
        let outer = UIGraphicsGetCurrentContext()
        UIGraphicsPopContext()
        #expect(UIGraphicsGetCurrentContext() === outer)
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 1, height: 1), true, 3)
        #expect(UIGraphicsGetImageFromCurrentImageContext()?.scale == 3)
        UIGraphicsEndImageContext()
        let context = try #require(outer)
        UIGraphicsPushContext(context)
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetCurrentContext() === outer)
        UIGraphicsPopContext()
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetCurrentContext() == nil)
        UIGraphicsBeginImageContext(.zero)
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test func image_renderer_gives_what_its_actions_draw() throws {
        let format = UIGraphicsImageRendererFormat()
        (format.scale, format.opaque) = (2, false)
        let renderer = UIGraphicsImageRenderer(bounds: CGRect(x: 3, y: 1, width: 4, height: 3), format: format)
        let image = renderer.image { context in
            #expect(UIGraphicsGetCurrentContext() === context.cgContext)
            UIColor.red.setFill()
            context.fill(CGRect(x: 3, y: 1, width: 2, height: 1))
            #expect(context.currentImage.size == CGSize(width: 4, height: 3))
        }
        #expect(UIGraphicsGetCurrentContext() == nil)
        #expect(image.scale == 2 && image.size == CGSize(width: 4, height: 3))
        let bitmap = try #require(image.cgImage).resource.bitmap()
        for y in 0..<6 {
            for x in 0..<8 { #expect(bitmap.pixels[y * 8 + x] == (x < 4 && y < 2 ? 0xFFFF_0000 : 0)) }
        }
        #expect(UIImage(data: renderer.pngData { $0.fill(CGRect(x: 3, y: 1, width: 9, height: 9)) }) != nil)
        #expect(!renderer.jpegData(withCompressionQuality: 0.5) { _ in }.isEmpty)
        #expect(UIGraphicsImageRenderer(size: .zero).image { _ in Issue.record("there are no pixels") }.cgImage == nil)
    }

    @Test func shadows_of_image_contexts_are_in_points() throws {
        let bitmap = try pixels(CGSize(width: 10, height: 10), scale: 2) {
            let context = UIGraphicsGetCurrentContext()
            context?.setShadow(offset: CGSize(width: 1, height: 3), blur: 0, color: UIColor.blue.cgColor)
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 2, y: 2, width: 4, height: 2))
        }
        // 1 point right and 3 down.
        #expect(
            bitmap[7, 11] == 0xFF00_00FF && bitmap[13, 13] == 0xFF00_00FF && bitmap[5, 11] == 0 && bitmap[7, 14] == 0)
    }

    @Test func bezier_path_draws_with_the_current_colours() throws {
        let bitmap = try pixels(CGSize(width: 10, height: 10), opaque: true) {
            UIColor.white.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
            let path = UIBezierPath(rect: CGRect(x: 2, y: 2, width: 6, height: 6))
            path.append(UIBezierPath(rect: CGRect(x: 4, y: 4, width: 2, height: 2)))
            path.usesEvenOddFillRule = true
            UIColor.blue.setFill()
            path.fill()
            UIColor.red.setStroke()
            let line = UIBezierPath()
            line.move(to: CGPoint(x: 0, y: 1))
            line.addLine(to: CGPoint(x: 10, y: 1))
            line.lineWidth = 2
            line.stroke()
        }
        func at(_ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * 10 + x] & 0xFFFFFF }
        #expect(at(0, 0) == 0xFF0000 && at(9, 1) == 0xFF0000)
        #expect(at(3, 3) == 0x0000FF && at(4, 4) == 0xFFFFFF && at(9, 9) == 0xFFFFFF)
    }

    @Test func bezier_path_rounds_only_the_corners_that_it_is_told() {
        let box = CGRect(x: 10, y: 20, width: 100, height: 60)
        let path = UIBezierPath(
            roundedRect: box, byRoundingCorners: [.topRight, .bottomRight, .bottomLeft],
            cornerRadii: CGSize(width: 20, height: 20))
        #expect(path.bounds == box)
        #expect(path.contains(CGPoint(x: 10.5, y: 20.5)))
        for corner in [CGPoint(x: 109.5, y: 20.5), CGPoint(x: 109.5, y: 79.5), CGPoint(x: 10.5, y: 79.5)] {
            #expect(!path.contains(corner))
        }
        let all = UIBezierPath(roundedRect: box, cornerRadius: 500)
        // Half of the shorter side: points on the arcs.
        #expect(all.contains(CGPoint(x: 11, y: 50)) && !all.contains(CGPoint(x: 12, y: 35)))
        #expect(unsafe UIBezierPath(roundedRect: box, cornerRadius: 0).cgPath.isRect(nil))
    }

    @Test func bezier_arc_goes_clockwise_as_seen() {
        let quarter = UIBezierPath(
            arcCenter: CGPoint(x: 50, y: 50), radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
        #expect(abs(quarter.currentPoint.x - 50) < 1e-9 && abs(quarter.currentPoint.y - 60) < 1e-9)
        #expect(abs(quarter.bounds.minX - 50) < 1e-6 && abs(quarter.bounds.maxX - 60) < 1e-6)
        let rest = UIBezierPath(
            arcCenter: CGPoint(x: 50, y: 50), radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
        #expect(abs(rest.bounds.minX - 40) < 1e-3)
    }

    @Test func bezier_path_copies_and_archives() throws {
        let path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 10, height: 20))
        path.lineWidth = 3
        let copy = try #require(path.copy() as? UIBezierPath)
        path.addLine(to: CGPoint(x: 90, y: 90))
        #expect(copy.bounds.maxX < 11 && copy.lineWidth == 3)
        let data = try NSKeyedArchiver.archivedData(withRootObject: copy, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIBezierPath.self, from: data))
        #expect(read.cgPath == copy.cgPath && read.lineWidth == 3)
        copy.apply(CGAffineTransform(translationX: 5, y: 0))
        #expect(abs(copy.bounds.minX - 5) < 1e-6)
        let cg = copy.cgPath
        copy.removeAllPoints()
        #expect(copy.isEmpty && !cg.isEmpty)
    }

    @Test func colour_components_and_names() throws {
        var (r, g, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (9, 9, 9, 9)
        #expect(unsafe UIColor.orange.getRed(&r, green: &g, blue: &b, alpha: &a))
        #expect((r, g, b, a) == (1, 0.5, 0, 1))
        #expect(
            UIColor(hue: 1.0 / 3, saturation: 1, brightness: 1, alpha: 1)
                == UIColor(red: 0, green: 1, blue: 0, alpha: 1))
        #expect(
            UIColor(hue: 0, saturation: 0, brightness: 0.5, alpha: 1)
                == UIColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1))
        #expect(UIColor.red.withAlphaComponent(0.25).cgColor.alpha == 0.25)
        #expect(UIColor.clear.cgColor.alpha == 0)
        let data = try NSKeyedArchiver.archivedData(withRootObject: UIColor.brown, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIColor.self, from: data) == UIColor.brown)
    }

    @Test func font_is_a_ct_font_with_a_name_that_finds_it_again() throws {
        let font = UIFont.systemFont(ofSize: 15)
        #expect(font.pointSize == 15 && CTFontGetSize(font as CTFont) == 15)
        #expect(UIFont(name: font.fontName, size: 15) == font)
        #expect(CGFont(font.fontName as CFString)?.postScriptName == font.fontName)
        #expect(UIFont(name: "No Such Font 9", size: 10) == nil)
        #expect(UIFont.boldSystemFont(ofSize: 10).fontName.lowercased().contains("bold"))
        #expect(UIFont.italicSystemFont(ofSize: 10).fontName.contains("Italic"))
        #expect(font.ascender > 0 && font.descender < 0 && font.withSize(30).ascender == font.ascender * 2)
        let data = try NSKeyedArchiver.archivedData(withRootObject: font, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIFont.self, from: data) == font)
    }

    @Test func named_images_are_read_once_and_kept_within_the_budget() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mica-named-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, side) in [("a.png", 10), ("a@2x.png", 20), ("b.png", 30), ("c@3x.png", 60)] {
            UIGraphicsBeginImageContext(CGSize(width: side, height: side))
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: side, height: side / 2))
            let data = try #require(UIGraphicsGetImageFromCurrentImageContext()?.pngData())
            UIGraphicsEndImageContext()
            try data.write(to: folder.appendingPathComponent(name))
        }
        let cache = NamedImages(budget: 30 * 30 * 4 + 100)
        // As for a screen of 2 pixels a point, whatever windows other tests show meanwhile.
        func image(_ name: String) -> NamedImages.Found? {
            cache.image(named: name, folders: [folder.path], scale: 2)
        }
        let (first, scale, _, _) = try #require(image("a"))
        #expect(first.width == 20 && scale == 2)
        let (again, _, _, _) = try #require(image("a.png"))
        #expect(again === first && cache.reads == 1)
        #expect(try #require(image("b")).1 == 1)
        #expect(cache.size <= cache.budget)
        // Too large to be kept with another: the older one went.
        #expect(try #require(image("a")).0 !== first && cache.reads == 3)
        // Larger than the budget: read every time.
        _ = image("c")
        _ = image("c")
        #expect(cache.reads == 5 && cache.size <= cache.budget)
        #expect(image("d") == nil && image("") == nil && image("../x") == nil)
        #expect(
            UIImage(contentsOfFile: folder.appendingPathComponent("a@2x.png").path)?.size
                == CGSize(width: 10, height: 10))
    }

    @Test func image_draws_upright() throws {
        let source = try pixels(CGSize(width: 2, height: 2)) {
            UIColor.green.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 1))
        }
        let image = UIImage(cgImage: CGImage(bitmap: source))
        let drawn = try pixels(CGSize(width: 4, height: 4)) {
            image.draw(at: CGPoint(x: 1, y: 1))
        }
        #expect(drawn.pixels[1 * 4 + 1] == 0xFF00_FF00 && drawn.pixels[1 * 4 + 2] == 0xFF00_FF00)
        #expect(drawn.pixels[2 * 4 + 1] == 0 && drawn.pixels[0] == 0)
    }

    @Test func attributes_of_uikit_mean_what_those_of_core_text_do() throws {
        let style = NSMutableParagraphStyle()
        (style.alignment, style.lineSpacing, style.baseWritingDirection) = (.center, 3, .rightToLeft)
        let mine = NSAttributedString(
            string: "ab",
            attributes: [
                .font: UIFont.systemFont(ofSize: 20), .foregroundColor: UIColor.red, .kern: 2.5,
                .underlineStyle: NSUnderlineStyle.single.rawValue, .strikethroughStyle: NSUnderlineStyle.thick.rawValue,
                .paragraphStyle: style, .baselineOffset: 4, .backgroundColor: UIColor.blue,
            ])
        let attributes = TextAttributes(unsafe mine.attributes(at: 0, effectiveRange: nil), standard: standardFont)
        #expect(attributes.font == UIFont.systemFont(ofSize: 20) && attributes.color == UIColor.red.cgColor)
        #expect(attributes.kern == 2.5 && attributes.underline == 1 && attributes.strike == 2)
        #expect(attributes.paragraph.alignment == .center && attributes.paragraph.lineSpacing == 3)
        #expect(attributes.paragraph.direction == .rightToLeft && attributes.baselineOffset == 4)
        #expect(attributes.background == UIColor.blue.cgColor)
        let copy = try #require(style.copy() as? NSParagraphStyle)
        style.lineSpacing = 9
        #expect(copy.lineSpacing == 3)
        let data = try NSKeyedArchiver.archivedData(withRootObject: copy, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSParagraphStyle.self, from: data) == copy)
    }

    @MainActor @Test func screen_has_two_pixels_a_point_without_a_window() {
        // The screen itself is as the window that another test showed last.
        #expect(UIScreen.standard.scale == 2 && UIScreen.main === UIScreen.main)
        #expect(
            CGRect(x: 0, y: 0, width: 10, height: 10).inset(by: UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
                == CGRect(x: 2, y: 1, width: 4, height: 6))
    }

    @Test func values_hold_structures() {
        #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue == CGPoint(x: 1, y: 2))
        #expect(NSValue(cgSize: CGSize(width: 1, height: 2)).cgSizeValue == CGSize(width: 1, height: 2))
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(NSValue(cgRect: rect).cgRectValue == rect)
        let turn = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        #expect(NSValue(cgAffineTransform: turn).cgAffineTransformValue == turn)
    }
}

@Test func paragraph_style_tab_stops_are_kept_copied_and_archived() throws {
    let style = NSMutableParagraphStyle()
    style.tabStops = [NSTextTab(textAlignment: .right, location: 90), NSTextTab(textAlignment: .left, location: 40)]
    style.defaultTabInterval = 12
    #expect(style.tabStops.map(\.location) == [40, 90] && style.tabStops.map(\.alignment) == [.left, .right])
    let copy = try #require(style.copy() as? NSParagraphStyle)
    #expect(copy == style && copy.tabStops == style.tabStops)
    let data = try NSKeyedArchiver.archivedData(withRootObject: style, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSParagraphStyle.self, NSTextTab.self], from: data)
    #expect((read as? NSParagraphStyle)?.tabStops == style.tabStops)
    #expect((read as? NSParagraphStyle)?.defaultTabInterval == 12)
}
