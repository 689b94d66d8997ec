import CoreGraphics
import Foundation
import QuartzCore

/// How the pictures of one track are shown during an instruction.
///
/// *Source*: Apple, AVVideoComposition.h.
open class AVVideoCompositionLayerInstruction: NSObject {
    /// The track.
    public internal(set) var trackID: CMPersistentTrackID = kCMPersistentTrackID_Invalid

    /// A value from a time on, or a ramp of values between two times.
    struct Ramp<Value> {
        var start: Value
        var end: Value
        var range: CMTimeRange
    }
    var transforms: [Ramp<CGAffineTransform>] = []
    var opacities: [Ramp<Float>] = []
    var crops: [Ramp<CGRect>] = []

    override init() {}

    /// The last ramp that begins at or before a time, and the progress within it, 0...1.
    private func ramp<Value>(_ list: [Ramp<Value>], at time: CMTime) -> (Ramp<Value>, Double)? {
        guard let found = list.last(where: { $0.range.start <= time }) ?? list.first else { return nil }
        let length = found.range.duration.seconds
        let part = length > 0 ? (time - found.range.start).seconds / length : 1
        return (found, min(max(part, 0), 1))
    }

    /// The placement of pictures at a time; nil when it is not set.
    func transform(at time: CMTime) -> CGAffineTransform? {
        ramp(transforms, at: time).map { ramp, part in
            func mix(_ key: (CGAffineTransform) -> CGFloat) -> CGFloat {
                key(ramp.start) + (key(ramp.end) - key(ramp.start)) * CGFloat(part)
            }
            return CGAffineTransform(
                a: mix(\.a), b: mix(\.b), c: mix(\.c), d: mix(\.d), tx: mix(\.tx), ty: mix(\.ty))
        }
    }

    /// The opacity of pictures at a time, 0...1.
    func opacity(at time: CMTime) -> Float {
        ramp(opacities, at: time).map { ramp, part in ramp.start + (ramp.end - ramp.start) * Float(part) } ?? 1
    }

    /// The visible part of pictures at a time; nil for all.
    func crop(at time: CMTime) -> CGRect? {
        ramp(crops, at: time).map { ramp, part in
            func mix(_ a: CGFloat, _ b: CGFloat) -> CGFloat { a + (b - a) * CGFloat(part) }
            return CGRect(
                x: mix(ramp.start.minX, ramp.end.minX), y: mix(ramp.start.minY, ramp.end.minY),
                width: mix(ramp.start.width, ramp.end.width), height: mix(ramp.start.height, ramp.end.height))
        }
    }
}

/// A layer instruction that can be changed.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction {
    /// Makes an instruction for a track.
    public convenience init(assetTrack track: AVAssetTrack) {
        self.init()
        trackID = track.trackID
    }

    /// Makes an instruction without a track.
    public override init() { super.init() }

    /// Sets the placement of pictures from a time on: from their stored pixels to the exported film's pixels.
    open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
        transforms.append(Ramp(start: transform, end: transform, range: CMTimeRange(start: time, duration: .zero)))
    }

    /// Changes the placement of pictures over a range; each number of the matrix is interpolated.
    open func setTransformRamp(
        fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange
    ) { transforms.append(Ramp(start: startTransform, end: endTransform, range: timeRange)) }

    /// Sets the opacity of pictures from a time on.
    open func setOpacity(_ opacity: Float, at time: CMTime) {
        opacities.append(Ramp(start: opacity, end: opacity, range: CMTimeRange(start: time, duration: .zero)))
    }

    /// Changes the opacity of pictures over a range.
    open func setOpacityRamp(
        fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange
    ) {
        opacities.append(Ramp(start: startOpacity, end: endOpacity, range: timeRange))
    }

    /// Shows a part of the pictures from a time on.
    open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
        crops.append(Ramp(start: cropRectangle, end: cropRectangle, range: CMTimeRange(start: time, duration: .zero)))
    }

    /// Changes the visible part of pictures over a range.
    open func setCropRectangleRamp(
        fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
        timeRange: CMTimeRange
    ) { crops.append(Ramp(start: startCropRectangle, end: endCropRectangle, range: timeRange)) }
}

/// The content of a range of an exported film.
open class AVVideoCompositionInstruction: NSObject {
    /// The range of the instruction.
    open internal(set) var timeRange = CMTimeRange.invalid
    /// The colour behind the tracks; nil is black.
    open internal(set) var backgroundColor: CGColor?
    /// The tracks to show, front-most first; empty: all tracks.
    open internal(set) var layerInstructions: [AVVideoCompositionLayerInstruction] = []
    /// Whether the animation tool is used: always true.
    open internal(set) var enablePostProcessing = true
}

/// An instruction that can be changed.
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction {
    /// Makes an instruction that shows all tracks.
    public override init() { super.init() }
    /// The range of the instruction.
    open override var timeRange: CMTimeRange {
        get { super.timeRange }
        set { super.timeRange = newValue }
    }
    /// The colour behind the tracks; nil is black.
    open override var backgroundColor: CGColor? {
        get { super.backgroundColor }
        set { super.backgroundColor = newValue }
    }
    /// The tracks to show, front-most first; empty: all tracks.
    open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
        get { super.layerInstructions }
        set { super.layerInstructions = newValue }
    }
    /// Whether the animation tool is used.
    open override var enablePostProcessing: Bool {
        get { super.enablePostProcessing }
        set { super.enablePostProcessing = newValue }
    }
}

/// How the pictures of tracks are combined into a film.
open class AVVideoComposition: NSObject {
    /// The duration of a frame; invalid: by the first video track.
    open internal(set) var frameDuration = CMTime.invalid
    /// The size of the film, in pixels.
    open internal(set) var renderSize = CGSize.zero
    /// Pixels per unit of `renderSize`.
    open internal(set) var renderScale: Float = 1
    /// The content of each range of the film.
    open internal(set) var instructions: [AVVideoCompositionInstruction] = []
    /// The tool that draws layers over the film.
    open internal(set) var animationTool: AVVideoCompositionCoreAnimationTool?

    override init() {}
}

/// A video composition that can be changed.
open class AVMutableVideoComposition: AVVideoComposition {
    /// Makes a composition without a size.
    public override init() { super.init() }

    /// Makes a composition that shows an asset's first video track upright, in its size and at its rate.
    public init(propertiesOf asset: AVAsset) {
        super.init()
        guard let track = asset.tracks(withMediaType: .video).first else { return }
        super.renderSize = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform).size
        super.frameDuration = track.minFrameDuration
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
        layer.setTransform(track.preferredTransform, at: .zero)
        instruction.layerInstructions = [layer]
        super.instructions = [instruction]
    }

    /// Loads an asset on another thread, and makes a composition as `init(propertiesOf:)` does.
    public static func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVMutableVideoComposition {
        _ = try await asset.load(.tracks)
        return AVMutableVideoComposition(propertiesOf: asset)
    }

    /// The duration of a frame; invalid: by the first video track.
    open override var frameDuration: CMTime {
        get { super.frameDuration }
        set { super.frameDuration = newValue }
    }
    /// The size of the film, in pixels.
    open override var renderSize: CGSize {
        get { super.renderSize }
        set { super.renderSize = newValue }
    }
    /// Pixels per unit of `renderSize`.
    open override var renderScale: Float {
        get { super.renderScale }
        set { super.renderScale = newValue }
    }
    /// The content of each range of the film.
    open override var instructions: [AVVideoCompositionInstruction] {
        get { super.instructions }
        set { super.instructions = newValue }
    }
    /// The tool that draws layers over the film.
    open override var animationTool: AVVideoCompositionCoreAnimationTool? {
        get { super.animationTool }
        set { super.animationTool = newValue }
    }
}

/// Draws layers over an exported film; time 0 of their animations is the film's start.
///
/// *Space*: the origin is the bottom left corner, y up, as in Apple's tool; `isGeometryFlipped` of the containing
/// layer turns y down. Animations that begin with the film need the begin time `AVCoreAnimationBeginTimeAtZero`, and
/// `isRemovedOnCompletion` false to stay visible. *Source*: Apple, AVVideoComposition.h; for y up, programs that use
/// the tool.
open class AVVideoCompositionCoreAnimationTool: NSObject {
    /// The layers whose contents are the film's frames.
    let videoLayers: [CALayer]
    /// The root of the layers to draw.
    let root: CALayer

    /// Makes a tool that shows the film in one layer of a tree.
    public init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
        (videoLayers, root) = ([videoLayer], animationLayer)
    }

    /// Makes a tool that shows the film in several layers of a tree.
    public init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
        (self.videoLayers, root) = (videoLayers, animationLayer)
    }
}
