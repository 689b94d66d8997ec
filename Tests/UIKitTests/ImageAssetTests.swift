import Foundation
import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

/// Pictures that replace each other in light and dark interfaces.
@MainActor @Suite(.serialized) struct ImageAssetTests {
    private let light = UITraitCollection(userInterfaceStyle: .light)
    private let dark = UITraitCollection(userInterfaceStyle: .dark)

    private func image(_ color: UIColor, _ length: CGFloat = 4) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: length, height: length)).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: length, height: length))
        }
    }

    /// Red, green and blue of the first pixel that a picture or an image view's layer has.
    private func color(_ image: CGImage?) -> [UInt8]? {
        guard let pixel = image?.resource.bitmap().pixels.first else { return nil }
        return [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)]
    }
    private func shown(_ view: UIImageView) -> [UInt8]? { color(view.layer.contents as! CGImage?) }
    private let red: [UInt8] = [255, 0, 0]
    private let blue: [UInt8] = [0, 0, 255]
    private let green: [UInt8] = [0, 255, 0]

    @Test("An asset gives the picture of the traits; one that contradicts only if there is no other")
    func registered() {
        let asset = UIImageAsset()
        #expect(asset.image(with: light).size == .zero)
        asset.register(image(.blue), with: dark)
        #expect(color(asset.image(with: light).cgImage) == blue)
        asset.register(image(.red), with: light)
        #expect(color(asset.image(with: light).cgImage) == red && color(asset.image(with: dark).cgImage) == blue)
        let many = UITraitCollection(traitsFrom: [dark, UITraitCollection(displayScale: 3)])
        #expect(color(asset.image(with: many).cgImage) == blue)
        asset.register(image(.green), with: dark)
        #expect(color(asset.image(with: dark).cgImage) == green)
        asset.unregisterImage(with: dark)
        #expect(color(asset.image(with: dark).cgImage) == red)
    }

    @Test("A picture gets a variant by its asset, and neither keeps the other alive")
    func variants() {
        weak var gone: UIImage?
        do {
            let picture = image(.red)
            gone = picture
            picture.imageAsset?.register(image(.blue), with: dark)
            #expect(picture.imageAsset === picture.imageAsset)
            #expect(color(picture.imageAsset?.image(with: dark).cgImage) == blue)
            #expect(color(picture.imageAsset?.image(with: light).cgImage) == red)
            #expect(picture.imageAsset?.image(with: dark).imageAsset === picture.imageAsset)
        }
        #expect(gone == nil)
    }

    @Test("An image view shows the variant of its own traits, with the picture's mode, and follows changes")
    func follows() {
        let host = ScriptedWindow(size: CGSize(width: 40, height: 40), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        window.overrideUserInterfaceStyle = .light
        let picture = image(.red)
        picture.imageAsset?.register(image(.blue), with: dark)
        let view = UIImageView(image: picture)
        let template = UIImageView(image: picture.withRenderingMode(.alwaysTemplate))
        template.tintColor = .green
        window.addSubview(view)
        window.addSubview(template)
        window.makeKeyAndVisible()
        #expect(shown(view) == red && shown(template) == green)
        window.overrideUserInterfaceStyle = .dark
        #expect(shown(view) == blue && shown(template) == green)
        let inner = UIView()
        inner.overrideUserInterfaceStyle = .light
        window.addSubview(inner)
        inner.addSubview(view)
        #expect(shown(view) == red && view.image === picture)
    }

    @Test("A named picture of an asset folder has the style of the current traits, and image views follow theirs")
    func named() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bundle")
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ name: String, _ data: Data?) throws {
            let file = folder.appendingPathComponent("Media.xcassets/sky.imageset/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try #require(data).write(to: file)
        }
        try write("day.png", image(.red).pngData())
        try write("night.png", image(.blue).pngData())
        try write("loud.png", image(.green).pngData())
        try write(
            "Contents.json",
            Data(
                """
                {"images": [{"filename": "loud.png", "appearances": [{"appearance": "contrast", "value": "high"}]},
                  {"filename": "night.png", "appearances": [{"appearance": "luminosity", "value": "dark"}]},
                  {"filename": "day.png"}]}
                """.utf8))
        let icon = folder.appendingPathComponent("Media.xcassets/icon.imageset")
        try FileManager.default.createDirectory(at: icon, withIntermediateDirectories: true)
        try #require(image(.red).pngData()).write(to: icon.appendingPathComponent("icon.png"))
        try Data(
            #"{"images": [{"filename": "icon.png"}], "properties": {"template-rendering-intent": "template"}}"#.utf8
        ).write(to: icon.appendingPathComponent("Contents.json"))
        let bundle = try #require(Bundle(path: folder.path))
        // As in bart-g/CompositionalLayout-DiffableDataSource.
        #expect(UIImage(named: "icon", in: bundle, compatibleWith: nil)?.renderingMode == .alwaysTemplate)
        #expect(UIImage(named: "sky", in: bundle, compatibleWith: nil)?.renderingMode == .automatic)
        func named(_ traits: UITraitCollection?) -> UIImage? {
            UIImage(named: "sky", in: bundle, compatibleWith: traits)
        }
        #expect(color(named(light)?.cgImage) == red && color(named(dark)?.cgImage) == blue)
        var current: UIImage?
        dark.performAsCurrent { current = named(nil) }
        #expect(color(current?.cgImage) == blue)
        let picture = try #require(named(nil))
        #expect(color(picture.imageAsset?.image(with: dark).cgImage) == blue)
        let view = UIImageView(image: picture)
        view.overrideUserInterfaceStyle = .dark
        #expect(shown(view) == blue)
        view.overrideUserInterfaceStyle = .light
        #expect(shown(view) == red)
    }
}
