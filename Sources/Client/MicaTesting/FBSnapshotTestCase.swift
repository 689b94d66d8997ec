import Foundation
import MicaBase
import QuartzCore
import UIKit
import XCTest

/// The parts of a reference picture's file name; raw values are the original's.
///
/// *Source*: iOSSnapshotTestCase, FBSnapshotTestCasePlatform.h.
public struct FBSnapshotTestCaseFileNameIncludeOption: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes options of their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Nothing beside the test's name and the identifier.
    public static let none = Self(rawValue: 1 << 0)
    /// The device's model: `_iPhone`.
    public static let device = Self(rawValue: 1 << 1)
    /// The system's version.
    public static let OS = Self(rawValue: 1 << 2)
    /// The screen's size in points: `_390x844`.
    public static let screenSize = Self(rawValue: 1 << 3)
    /// The screen's scale: `@2x`.
    public static let screenScale = Self(rawValue: 1 << 4)
}

/// The endings of the folders of reference pictures: `_64`, for a processor of 64 bits.
public func FBSnapshotTestCaseDefaultSuffixes() -> NSOrderedSet { NSOrderedSet(array: ["_64"]) }

/// Tests that compare views and layers with reference pictures, under the names of the Objective-C package.
///
/// A reference is `DIR_64/MODULE.CLASS/TEST_IDENTIFIER@2x.png`. DIR is `FB_REFERENCE_IMAGE_DIR` in the environment,
/// `ReferenceImages` in `bundleResourcePath`, or the nearest `ReferenceImages` beside the test's source or in a folder above
/// it. A failure writes `reference_`, `failed_` and `diff_` pictures to `IMAGE_DIFF_DIR`, or to the temporary folder.
/// `MICA_SNAPSHOTS=record` in the environment records all pictures, without failures.
///
/// *Source*: the documentation and headers of iOSSnapshotTestCase (once FBSnapshotTestCase).
open class FBSnapshotTestCase: XCTestCase {
    /// Whether pictures are recorded; each test fails then, as a reminder to turn it off.
    open var recordMode = false
    /// What file names include; the screen's scale by default.
    open var fileNameOptions: FBSnapshotTestCaseFileNameIncludeOption = .screenScale
    /// The folder of the class's pictures; nil: `MODULE.CLASS`.
    open var folderName: String?
    /// The folder with `ReferenceImages`; nil for none.
    open var bundleResourcePath: String?
    /// Whether a view is drawn as on the screen, in the key window; a layer draws itself otherwise.
    open var usesDrawViewHierarchyInRect = false

    /// The folder of reference pictures, without its ending: that of the environment, or the default.
    open func getReferenceImageDirectory(withDefault folder: String?) -> String {
        let environment = ProcessInfo.processInfo.environment
        if let set = environment["FB_REFERENCE_IMAGE_DIR"], !set.isEmpty { return set }
        if let folder, !folder.isEmpty { return folder }
        return (bundleResourcePath ?? Bundle(for: type(of: self)).resourcePath ?? ".") + "/ReferenceImages"
    }

    /// The folder for the pictures of failures.
    open func getImageDiffDirectory(withDefault folder: String?) -> String {
        if let set = ProcessInfo.processInfo.environment["IMAGE_DIFF_DIR"], !set.isEmpty { return set }
        if let folder, !folder.isEmpty { return folder }
        return NSTemporaryDirectory()
    }

    /// Compares a view with its reference picture.
    ///
    /// - Parameters:
    ///   - identifier: a part of the file name, for a test with several pictures.
    ///   - suffixes: the endings of the folders that may have the picture, in order.
    ///   - perPixelTolerance: how far a channel may differ, 0 to 1.
    ///   - overallTolerance: the share of pixels that may differ further, 0 to 1.
    @MainActor @preconcurrency
    public func FBSnapshotVerifyView(
        _ view: UIView, identifier: String? = nil, suffixes: NSOrderedSet = FBSnapshotTestCaseDefaultSuffixes(),
        perPixelTolerance: CGFloat = 0, overallTolerance: CGFloat = 0, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        verify(
            suffixes, identifier, perPixelTolerance, overallTolerance, file, line, picture: picture(of: view))
    }

    /// Compares a controller's view, as large as the screen, with its reference picture.
    @MainActor @preconcurrency
    public func FBSnapshotVerifyViewController(
        _ viewController: UIViewController, identifier: String? = nil,
        suffixes: NSOrderedSet = FBSnapshotTestCaseDefaultSuffixes(), perPixelTolerance: CGFloat = 0,
        overallTolerance: CGFloat = 0, file: StaticString = #filePath, line: UInt = #line
    ) {
        viewController.view.bounds = UIScreen.main.bounds
        viewController.viewWillAppear(false)
        viewController.viewDidAppear(false)
        FBSnapshotVerifyView(
            viewController.view, identifier: identifier, suffixes: suffixes, perPixelTolerance: perPixelTolerance,
            overallTolerance: overallTolerance, file: file, line: line)
    }

    /// Compares a layer with its reference picture.
    @MainActor @preconcurrency
    public func FBSnapshotVerifyLayer(
        _ layer: CALayer, identifier: String? = nil, suffixes: NSOrderedSet = FBSnapshotTestCaseDefaultSuffixes(),
        perPixelTolerance: CGFloat = 0, overallTolerance: CGFloat = 0, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        layer.layoutIfNeeded()
        verify(
            suffixes, identifier, perPixelTolerance, overallTolerance, file, line, picture: Self.picture(of: layer))
    }

    /// Compares a view with its reference picture, as to version 4 of the original.
    ///
    /// - Parameter tolerance: the share of pixels that may differ, 0 to 1.
    @MainActor @preconcurrency
    public func FBSnapshotVerifyView(
        _ view: UIView, identifier: String = "", suffixes: NSOrderedSet = FBSnapshotTestCaseDefaultSuffixes(),
        tolerance: CGFloat, file: StaticString = #filePath, line: UInt = #line
    ) {
        FBSnapshotVerifyView(
            view, identifier: identifier, suffixes: suffixes, overallTolerance: tolerance, file: file, line: line)
    }

    /// Compares a layer with its reference picture, as to version 4 of the original.
    ///
    /// - Parameter tolerance: the share of pixels that may differ, 0 to 1.
    @MainActor @preconcurrency
    public func FBSnapshotVerifyLayer(
        _ layer: CALayer, identifier: String = "", suffixes: NSOrderedSet = FBSnapshotTestCaseDefaultSuffixes(),
        tolerance: CGFloat, file: StaticString = #filePath, line: UInt = #line
    ) {
        FBSnapshotVerifyLayer(
            layer, identifier: identifier, suffixes: suffixes, overallTolerance: tolerance, file: file, line: line)
    }

    // MARK: Pictures

    @MainActor private func picture(of view: UIView) -> UIImage {
        view.layoutIfNeeded()
        guard usesDrawViewHierarchyInRect else { return Self.picture(of: view.layer) }
        let window = UIApplication.shared.keyWindow
        let isLone = view.window == nil && view !== window
        if isLone { window?.addSubview(view) }
        defer { if isLone { view.removeFromSuperview() } }
        return UIGraphicsImageRenderer(bounds: view.bounds).image { _ in
            view.drawHierarchy(in: view.bounds, afterScreenUpdates: true)
        }
    }

    @MainActor private static func picture(of layer: CALayer) -> UIImage {
        UIGraphicsImageRenderer(bounds: layer.bounds).image { layer.render(in: $0.cgContext) }
    }

    // MARK: Files

    /// The test's name: `testCard`.
    private var testName: String { name.split(separator: ".").last.map(String.init) ?? name }

    @MainActor private func fileName(_ identifier: String?) -> String {
        var result = testName
        if let identifier, !identifier.isEmpty { result += "_" + identifier }
        guard !fileNameOptions.contains(.none) else { return result + ".png" }
        if fileNameOptions.contains(.device) { result += "_" + UIDevice.current.model }
        if fileNameOptions.contains(.OS) { result += "_" + UIDevice.current.systemVersion }
        let screen = UIScreen.main
        if fileNameOptions.contains(.screenSize) {
            result += "_\(Int(screen.bounds.width.rounded()))x\(Int(screen.bounds.height.rounded()))"
        }
        let separators = CharacterSet.whitespaces.union(.punctuationCharacters)
        result = result.components(separatedBy: separators).joined(separator: "_")
        if fileNameOptions.contains(.screenScale) { result += "@\(Int(screen.scale.rounded()))x" }
        return result + ".png"
    }

    /// The nearest folder of reference pictures beside a source or above it; nil for none.
    private static func folder(near source: String, _ suffix: String) -> String? {
        var folder = (source as NSString).deletingLastPathComponent
        for _ in 0..<8 where folder.count > 1 {
            if FileManager.default.fileExists(atPath: "\(folder)/ReferenceImages\(suffix)") {
                return folder + "/ReferenceImages"
            }
            if FileManager.default.fileExists(atPath: folder + "/Package.swift") { return nil }
            folder = (folder as NSString).deletingLastPathComponent
        }
        return nil
    }

    // MARK: Comparison

    @MainActor private func verify(
        _ suffixes: NSOrderedSet, _ identifier: String?, _ perPixel: CGFloat, _ overall: CGFloat, _ file: StaticString,
        _ line: UInt, picture: UIImage
    ) {
        let endings = suffixes.array.compactMap { $0 as? String }
        let source = "\(file)"
        let near = bundleResourcePath == nil ? endings.lazy.compactMap { Self.folder(near: source, $0) }.first : nil
        let base = getReferenceImageDirectory(withDefault: near)
        let place = "/\(folderName ?? String(reflecting: type(of: self)))/\(fileName(identifier))"
        let paths = endings.map { base + $0 + place }
        guard let first = paths.first else { return XCTFail("no suffix is given", file: file, line: line) }
        let recordsAll = ProcessInfo.processInfo.environment["MICA_SNAPSHOTS"] == "record"
        if recordMode || recordsAll {
            guard Self.write(picture, to: first) else {
                return XCTFail("\(first) cannot be written", file: file, line: line)
            }
            if !recordsAll {
                XCTFail(
                    "\(first) was recorded: look at it, and turn recordMode off", file: file, line: line)
            }
            return
        }
        guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            return XCTFail(
                "there is no reference picture \(first): run the test with recordMode on", file: file, line: line)
        }
        guard let reference = UIImage(contentsOfFile: path), let expected = reference.cgImage?.resource.bitmap(),
            let actual = picture.cgImage?.resource.bitmap()
        else { return XCTFail("\(path) cannot be read", file: file, line: line) }
        let difference = PixelDifference(expected, actual, tolerance: perPixel)
        guard !difference.hasSameSize || difference.share > overall else { return }
        let failed = keep(reference, picture, difference, identifier)
        XCTFail("\(fileName(identifier)): \(difference.words): \(path), \(failed)", file: file, line: line)
    }

    /// Writes the pictures of a failure; returns the path of the drawn one.
    @MainActor private func keep(
        _ reference: UIImage, _ picture: UIImage, _ difference: PixelDifference, _ identifier: String?
    ) -> String {
        let folder = getImageDiffDirectory(withDefault: nil) + "/" + (folderName ?? String(reflecting: type(of: self)))
        let name = fileName(identifier)
        let pictures = [("reference_", reference), ("failed_", picture), ("diff_", difference.picture)]
        for (kind, image) in pictures {
            guard let image else { continue }
            _ = Self.write(image, to: "\(folder)/\(kind)\(name)")
            let attachment = XCTAttachment(image: image)
            attachment.name = kind + name
            add(attachment)
        }
        return "\(folder)/failed_\(name)"
    }

    private static func write(_ image: UIImage, to path: String) -> Bool {
        guard let data = image.pngData() else { return false }
        let url = URL(fileURLWithPath: path)
        try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        return (try? data.write(to: url, options: .atomic)) != nil
    }
}

/// The difference of two pictures, pixel by pixel.
private struct PixelDifference {
    let hasSameSize: Bool
    /// The share of pixels with a channel that is further off than tolerated, 0 to 1.
    private(set) var share: CGFloat = 1
    /// The difference in words.
    let words: String
    /// The differences, brighter where it does so more; nil for pictures of two sizes.
    private(set) var picture: UIImage?

    @MainActor init(_ expected: Bitmap, _ actual: Bitmap, tolerance: CGFloat) {
        hasSameSize = expected.width == actual.width && expected.height == actual.height
        guard hasSameSize else {
            words = "\(actual.width) x \(actual.height) pixels, not \(expected.width) x \(expected.height)"
            return
        }
        var (count, drawn) = (0, expected)
        for index in expected.pixels.indices {
            let (one, other) = (expected.pixels[index], actual.pixels[index])
            var (isFar, shown): (Bool, UInt32) = (false, 0xFF00_0000)
            for shift: UInt32 in [0, 8, 16, 24] where one != other {
                let off = abs(Int(one >> shift & 255) - Int(other >> shift & 255))
                // The original divides by 256.
                isFar = isFar || CGFloat(off) / 256 > tolerance
                if shift < 24 { shown |= UInt32(off) << shift }
            }
            if isFar { count += 1 }
            drawn.pixels[index] = shown
        }
        share = CGFloat(count) / CGFloat(max(1, expected.pixels.count))
        words = "\(count) of \(expected.pixels.count) pixels differ"
        picture = UIImage(cgImage: CGImage(bitmap: drawn))
    }
}
