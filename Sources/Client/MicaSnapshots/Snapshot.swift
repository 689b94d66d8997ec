import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCodecs
import MicaImageFiles
import MicaValues
import QuartzCore

/// The largest allowed difference of a picture from its reference.
///
/// Mica draws the same bytes on every machine, so `exact` suits most pictures. Text is an exception, because fonts
/// differ.
public struct SnapshotTolerance: Sendable, Equatable {
    /// The largest allowed difference in a pixel's channels, 0 to 255.
    public var channel: Int
    /// The number of pixels that may differ by more than `channel`.
    public var pixels: Int

    /// No difference is allowed.
    public static let exact = SnapshotTolerance()

    /// Makes a tolerance; exact by default.
    public init(channel: Int = 0, pixels: Int = 0) { (self.channel, self.pixels) = (channel, pixels) }
}

/// A picture's difference from its reference, as an error, so that any kind of test fails by it.
public struct SnapshotFailure: LocalizedError, Equatable, CustomStringConvertible {
    /// The difference, and the files that show it.
    public let description: String
    /// The description, as `localizedDescription` gives it.
    public var errorDescription: String? { description }
}

/// Checks that a layer looks as it did when its reference was recorded.
///
/// The reference is `__Snapshots__/FILE/NAME.png` beside the test's source. If there is none, the picture is recorded,
/// and the call throws once, so that a new picture does not pass unseen. With `MICA_SNAPSHOTS=record` in the
/// environment every picture is recorded anew, without errors. If a picture differs, `NAME.actual.png` and
/// `NAME.difference.png` stay beside the reference until it fits again. The second has the reference, the picture and
/// their difference beside each other.
///
/// The root of a tree that nothing else draws is drawn here. A layer that a `ScriptedWindow` or a `LayerRenderer` draws
/// already is compared as that one shows it: now, at its scale, with everything over and under the layer. A layer
/// inside a tree that nothing draws is compared as the tree would show it.
///
/// - Parameters:
///   - layer: The layer.
///   - name: The file's name; nil means the test's.
///   - time: The virtual time of the picture, in seconds; nil means 0, or the window's own time.
///   - size: The view's size in points; nil means the layer's. Only for the root of a tree.
///   - scale: Pixels per point; nil means 1, or the window's own scale.
///   - tolerance: The allowed difference.
/// - Throws: `SnapshotFailure` if the picture differs, was recorded, or cannot be drawn; other errors if files cannot
///   be read or written.
public func assertSnapshot(
    of layer: CALayer, named name: String? = nil, at time: CFTimeInterval? = nil, size: CGSize? = nil,
    scale: CGFloat? = nil, tolerance: SnapshotTolerance = .exact, file: String = #filePath, test: String = #function
) throws {
    let snapshot = Snapshot(name: name, file: file, test: test)
    try snapshot.check(snapshot.picture(of: layer, at: time, size: size, scale: scale), tolerance)
}

/// Checks that a renderer's picture at a time looks as it did when its reference was recorded.
public func assertSnapshot(
    of renderer: LayerRenderer, named name: String? = nil, at time: CFTimeInterval = 0,
    tolerance: SnapshotTolerance = .exact, file: String = #filePath, test: String = #function
) throws {
    let snapshot = Snapshot(name: name, file: file, test: test)
    try snapshot.check(snapshot.picture(of: renderer, at: time), tolerance)
}

/// Checks that an image looks as it did when its reference was recorded.
public func assertSnapshot(
    of image: CGImage, named name: String? = nil, tolerance: SnapshotTolerance = .exact, file: String = #filePath,
    test: String = #function
) throws {
    try Snapshot(name: name, file: file, test: test).check(image.resource.bitmap(), tolerance)
}

/// Checks that a view or a view controller looks as it did when its reference was recorded: as its layer does. A view
/// that a window shows is compared as the window shows it now.
///
///     let window = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 2)
///     // A UIWindow on it shows the controller.
///     try window.perform("tap 160,100")
///     try assertSnapshot(of: controller)
///
/// The parameters are those for a layer.
public func assertSnapshot(
    of subject: some SnapshotSubject<CALayer>, named name: String? = nil, at time: CFTimeInterval? = nil,
    size: CGSize? = nil, scale: CGFloat? = nil, tolerance: SnapshotTolerance = .exact, file: String = #filePath,
    test: String = #function
) throws {
    try assertSnapshot(
        of: subject.snapshotPicture(), named: name, at: time, size: size, scale: scale, tolerance: tolerance,
        file: file, test: test)
}

/// Checks that a window without a screen looks now as it did when its reference was recorded.
public func assertSnapshot(
    of subject: some SnapshotSubject<CGImage>, named name: String? = nil, tolerance: SnapshotTolerance = .exact,
    file: String = #filePath, test: String = #function
) throws {
    try assertSnapshot(of: subject.snapshotPicture(), named: name, tolerance: tolerance, file: file, test: test)
}

extension Snapshot {
    /// The pixels of a renderer's tree.
    func picture(of renderer: LayerRenderer, at time: CFTimeInterval) throws(SnapshotFailure) -> Bitmap {
        if let problem = renderer.problem { throw SnapshotFailure(description: "\(name): \(problem)") }
        return renderer.bitmap(at: time)
    }

    /// The pixels of a layer: drawn here, or cut out of the picture of the tree that it is in; `TextAreas` has its text.
    func picture(
        of layer: CALayer, at time: CFTimeInterval?, size: CGSize?, scale: CGFloat?
    ) throws(SnapshotFailure) -> Bitmap {
        let picture = try pixels(of: layer, at: time, size: size, scale: scale)
        if let record = Self.textRecord {
            let width = size?.width ?? layer.bounds.width
            let factor = width > 0 ? CGFloat(picture.width) / width : 1
            let toPixels = CGAffineTransform(translationX: -layer.bounds.minX, y: -layer.bounds.minY)
                .concatenating(CGAffineTransform(scaleX: factor, y: factor))
            record.note(layer.textAreas(toPixels), width: picture.width, height: picture.height)
        }
        return picture
    }

    private func pixels(
        of layer: CALayer, at time: CFTimeInterval?, size: CGSize?, scale: CGFloat?
    ) throws(SnapshotFailure) -> Bitmap {
        var root = layer
        while let next = root.superlayer { root = next }
        let drawing = LayerRenderer.drawing(root)
        if drawing == nil, root === layer {
            return try picture(of: LayerRenderer(layer: layer, size: size, scale: scale ?? 1), at: time ?? 0)
        }
        guard size == nil else {
            throw SnapshotFailure(description: "\(name): a layer inside a tree has the tree's size: leave out `size:`")
        }
        if let drawing {
            if let scale, scale != drawing.scale {
                throw SnapshotFailure(
                    description: "\(name): the window that shows the layer has \(drawing.scale) pixels a point, not "
                        + "\(scale): leave out `scale:`")
            }
            if let time, time != drawing.time {
                throw SnapshotFailure(
                    description:
                        "\(name): the time of the window that shows the layer is \(drawing.time) s, not \(time) s: "
                        + "advance the window, and leave out `at:`")
            }
        }
        let renderer = drawing ?? LayerRenderer(layer: root, scale: scale ?? 1)
        if drawing == nil, let time { renderer.advance(to: time) }
        if let problem = renderer.problem { throw SnapshotFailure(description: "\(name): \(problem)") }
        guard let picture = renderer.bitmap(around: layer) else {
            throw SnapshotFailure(description: "\(name): no pixel of \(layer) is inside the picture of its tree")
        }
        return picture
    }
}
