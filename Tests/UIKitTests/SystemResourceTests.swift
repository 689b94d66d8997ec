import Foundation
import MicaTrace
import Testing

import UIKit
@testable import UIKitCore

/// Fonts and symbols that iOS has and Linux has not: programs unwrap them by force.
@MainActor @Suite(.serialized) struct SystemResourceTests {
    private func heard(_ word: String) -> Int { Notices.shared.lines.filter { $0.contains(word) }.count }

    @Test(
        "Fonts that iOS has are never nil, and their substitutes are said once",
        arguments: [
            "Copperplate-Light", "Baskerville-BoldItalic", "Futura-CondensedExtraBold", "HiraMinProN-W6", "GillSans",
            "Arial Rounded MT Bold", "ArialRoundedMTBold", "BodoniSvtyTwoITCTT-BookIta", "TrebuchetMS-Italic",
            "Trebuchet-BoldItalic", "MarkerFelt-Wide", "SavoyeLetPlain", "PingFangSC-Semibold", "Zapfino",
            "AppleSDGothicNeo-UltraLight", "Snell Roundhand", "STHeitiSC-Medium", "AvenirNextCondensed-DemiBold",
        ])
    func fonts(name: String) {
        let font = UIFont(name: name, size: 18)
        #expect(font?.pointSize == 18)
        #expect(UIFont(name: name, size: 20) != nil && heard("\"\(name)\" of iOS") <= 1)
        let isBold = ["Bold", "W6", "Wide"].contains { name.contains($0) } && !name.contains("Light")
        #expect(font?.fontDescriptor.symbolicTraits.contains(.traitBold) == (isBold || name.hasSuffix("Semibold")))
    }

    /// Nobody installs this one on Linux.
    @Test func substitute_of_a_font_is_said_once() {
        for size in [10.0, 12] { #expect(UIFont(name: "Zapfino", size: size) != nil) }
        #expect(heard("\"Zapfino\" of iOS") == 1)
    }

    @Test func serifs_stand_for_serifs_and_unknown_fonts_are_nil() {
        #expect(UIFont(name: "Didot", size: 12)?.familyName == UIFont(name: "Times New Roman", size: 12)?.familyName)
        #expect(UIFont(name: "Optima", size: 12)?.familyName == UIFont(name: "Helvetica", size: 12)?.familyName)
        for name in ["No Such Font 9", "Futurama-Bold", "Didots", ""] { #expect(UIFont(name: name, size: 10) == nil) }
    }

    @Test(
        "Symbols that iOS has are never nil: a rounded square of the right size, said once",
        arguments: [
            "snow", "star.slash", "star.slash.fill", "circle.grid.2x2", "person.crop.circle.badge.plus", "1.circle",
            "arrow.triangle.2.circlepath", "figure.walk", "gearshape.2.fill", "doc.on.doc", "hand.thumbsup.fill",
            "speaker.wave.3", "a.circle", "bolt.horizontal.circle", "camera.fill", "scribble", "bell.badge",
        ])
    func symbols(name: String) {
        let image = UIImage(systemName: name)
        #expect(image?.size == UIImage(systemName: "star")?.size && image?.isSymbolImage == true)
        #expect(image?.renderingMode == .alwaysTemplate)
        _ = UIImage(systemName: name)
        #expect(heard("\"\(name)\"): the symbol is not drawn here") == 1)
    }

    @Test func signs_in_circles_are_drawn_and_erased_from_filled_ones() throws {
        func alpha(_ name: String, _ x: CGFloat, _ y: CGFloat) throws -> Int {
            let image = try #require(
                UIImage(systemName: name, withConfiguration: UIImage.SymbolConfiguration(pointSize: 40)))
            let bitmap = try #require(image.cgImage).resource.bitmap()
            return Int(bitmap[Int(x * CGFloat(bitmap.width)), Int(y * CGFloat(bitmap.height))] >> 24)
        }
        #expect(try alpha("plus.circle", 0.5, 0.5) == 255 && alpha("plus.circle", 0.35, 0.35) == 0)
        #expect(try alpha("plus.circle.fill", 0.5, 0.5) == 0 && alpha("plus.circle.fill", 0.3, 0.3) == 255)
        #expect(
            try alpha("checkmark.square.fill", 0.15, 0.15) == 255 && alpha("checkmark.circle.fill", 0.15, 0.15) == 0)
        for name in ["person.circle", "heart.circle.fill", "trash.fill", "envelope", "bell.fill", "gear"] {
            #expect(SymbolDrawing.parts(name) != nil, "\(name)")
        }
        #expect(SymbolDrawing.parts("nothing.circle") == nil)
    }

    @Test func names_that_no_symbol_has_are_nil() {
        for name in [
            "no.such.symbol", "", "Star", "star..fill", "stra.fill", "circle.banana", "101.circle", "star fill",
        ] {
            #expect(UIImage(systemName: name) == nil, "\(name)")
        }
    }

    @Test func configurations_of_symbols() throws {
        let bold = UIImage.SymbolConfiguration(weight: .bold)
        let star = try #require(UIImage(systemName: "star"))
        let changed = try #require(star.applyingSymbolConfiguration(bold))
        #expect(changed.size == star.size && changed.pngData() != star.pngData())
        let large = UIImage(systemName: "star", withConfiguration: UIImage.SymbolConfiguration(scale: .large))
        #expect((large?.size.width ?? 0) > star.size.width)
        let title = UIImage(systemName: "star", withConfiguration: UIImage.SymbolConfiguration(textStyle: .largeTitle))
        #expect(title?.size.width == (UIFont.preferredFont(forTextStyle: .largeTitle).pointSize * 20 / 17).rounded(.up))
        let both = bold.applying(UIImage.SymbolConfiguration(pointSize: 34))
        #expect(both == UIImage.SymbolConfiguration(pointSize: 34, weight: .bold))
        #expect(UIImage(cgImage: try #require(star.cgImage)).applyingSymbolConfiguration(bold)?.isSymbolImage == false)
    }

    @Test("A picture of an asset catalogue of another kind is said, with its file and the reason")
    func unreadablePictures() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let set = folder.appendingPathComponent("Media.xcassets/tiger.imageset")
        try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(#"{"images":[{"filename":"tiger.pdf","idiom":"universal"}]}"#.utf8)
            .write(to: set.appendingPathComponent("Contents.json"))
        try Data("no PDF".utf8).write(to: set.appendingPathComponent("tiger.pdf"))
        for _ in 0..<2 {
            #expect(NamedImages.shared.image(named: "tiger", folders: [folder.path]) == nil)
        }
        let lines = Notices.shared.lines.filter { $0.contains(folder.path) }
        #expect(lines.count == 1 && lines.first?.contains("tiger.imageset/tiger.pdf") == true, "\(lines)")
    }
}
