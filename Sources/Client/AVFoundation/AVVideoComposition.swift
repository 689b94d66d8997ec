import CoreGraphics
import Foundation
import QuartzCore

/// What a track of a composition does to its pictures while an instruction is in force.
///
/// *Source*: Apple, AVVideoComposition.h.
open class AVVideoCompositionLayerInstruction: NSObject {
    /// The track.
    public internal(set) var trackID: CMPersistentTrackID = kCMPersistentTrackID_Invalid

    /// A value from a time on, or between two.
    struct Ramp<Value> {
        var start: Value
        var end: Value
        var range: CMTimeRange
    }
    var transforms: [Ramp<CGAffineTransform>] = []
    var opacities: [Ramp<Float>] = []
    var crops: [Ramp<CGRect>] = []

    override init() {}

    /// The ramp that says what is at a time, and how far it is, 0...1: the last that begins before it.
    private func ramp<Value>(_ list: [Ramp<Value>], at time: CMTime) -> (Ramp<Value>, Double)? {
        guard let found = list.last(where: { $0.range.start <= time }) ?? list.first else { return nil }
        let length = found.range.duration.seconds
        let part = length > 0 ? (time - found.range.start).seconds / length : 1
        return (found, min(max(part, 0), 1))
    }

    /// How pictures are placed at a time; nil where nothing is said.
    func transform(at time: CMTime) -> CGAffineTransform? {
        ramp(transforms, at: time).map { ramp, part in
            func mix(_ key: (CGAffineTransform) -> CGFloat) -> CGFloat {
                key(ramp.start) + (key(ramp.end) - key(ramp.start)) * CGFloat(part)
            }
            return CGAffineTransform(
                a: mix(\.a), b: mix(\.b), c: mix(\.c), d: mix(\.d), tx: mix(\.tx), ty: mix(\.ty))
        }
    }

    /// How opaque pictures are at a time.
    func opacity(at time: CMTime) -> Float {
        ramp(opacities, at: time).map { ramp, part in ramp.start + (ramp.end - ramp.start) * Float(part) } ?? 1
    }

    /// Which part of pictures is shown at a time; nil for all.
    func crop(at time: CMTime) -> CGRect? {
        ramp(crops, at: time).map { ramp, part in
            func mix(_ a: CGFloat, _ b: CGFloat) -> CGFloat { a + (b - a) * CGFloat(part) }
            return CGRect(
                x: mix(ramp.start.minX, ramp.end.minX), y: mix(ramp.start.minY, ramp.end.minY),
                width: mix(ramp.start.width, ramp.end.width), height: mix(ramp.start.height, ramp.end.height))
        }
    }
}

/// One that can be changed.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction {
    /// Makes one of a track.
    public convenience init(assetTrack track: AVAssetTrack) {
        self.init()
        trackID = track.trackID
    }

    /// Makes one of no track.
    public override init() { super.init() }

    /// Places pictures from a time on: from their stored pixels to those of the film that is made.
    open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
        transforms.append(Ramp(start: transform, end: transform, range: CMTimeRange(start: time, duration: .zero)))
    }

    /// Moves pictures from one placement to another, number by number.
    open func setTransformRamp(
        fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange
    ) { transforms.append(Ramp(start: startTransform, end: endTransform, range: timeRange)) }

    /// Makes pictures as opaque from a time on.
    open func setOpacity(_ opacity: Float, at time: CMTime) {
        opacities.append(Ramp(start: opacity, end: opacity, range: CMTimeRange(start: time, duration: .zero)))
    }

    /// Fades pictures.
    open func setOpacityRamp(
        fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange
    ) {
        opacities.append(Ramp(start: startOpacity, end: endOpacity, range: timeRange))
    }

    /// Shows a part of the pictures from a time on.
    open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
        crops.append(Ramp(start: cropRectangle, end: cropRectangle, range: CMTimeRange(start: time, duration: .zero)))
    }

    /// Changes which part is shown.
    open func setCropRectangleRamp(
        fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
        timeRange: CMTimeRange
    ) { crops.append(Ramp(start: startCropRectangle, end: endCropRectangle, range: timeRange)) }
}

/// What is shown in a range of a film that is made.
open class AVVideoCompositionInstruction: NSObject {
    /// When it is in force.
    open internal(set) var timeRange = CMTimeRange.invalid
    /// What lies behind the tracks; nil is black.
    open internal(set) var backgroundColor: CGColor?
    /// The tracks, the front-most first; empty for those there are.
    open internal(set) var layerInstructions: [AVVideoCompositionLayerInstruction] = []
    /// Whether the animation tool is used: it is.
    open internal(set) var enablePostProcessing = true
}

/// One that can be changed.
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction {
    /// Makes one that shows the tracks there are.
    public override init() { super.init() }
    /// When it is in force.
    open override var timeRange: CMTimeRange {
        get { super.timeRange }
        set { super.timeRange = newValue }
    }
    /// What lies behind the tracks; nil is black.
    open override var backgroundColor: CGColor? {
        get { super.backgroundColor }
        set { super.backgroundColor = newValue }
    }
    /// The tracks, the front-most first; empty for those there are.
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

/// How pictures of tracks become those of a film.
open class AVVideoComposition: NSObject {
    /// How long a frame is; invalid takes the shortest of the first video.
    open internal(set) var frameDuration = CMTime.invalid
    /// The size of the film, in pixels.
    open internal(set) var renderSize = CGSize.zero
    /// Pixels per unit of `renderSize`.
    open internal(set) var renderScale: Float = 1
    /// What is shown when.
    open internal(set) var instructions: [AVVideoCompositionInstruction] = []
    /// What draws layers over the film.
    open internal(set) var animationTool: AVVideoCompositionCoreAnimationTool?

    override init() {}
}

/// One that can be changed.
open class AVMutableVideoComposition: AVVideoComposition {
    /// Makes one without a size.
    public override init() { super.init() }

    /// Makes one that shows an asset's first video upright, in its size and at its rate.
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

    /// The same, loaded on another thread.
    public static func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVMutableVideoComposition {
        _ = try await asset.load(.tracks)
        return AVMutableVideoComposition(propertiesOf: asset)
    }

    /// How long a frame is; invalid takes the shortest of the first video.
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
    /// What is shown when.
    open override var instructions: [AVVideoCompositionInstruction] {
        get { super.instructions }
        set { super.instructions = newValue }
    }
    /// What draws layers over the film.
    open override var animationTool: AVVideoCompositionCoreAnimationTool? {
        get { super.animationTool }
        set { super.animationTool = newValue }
    }
}

/// Draws layers over a film that is exported: time 0 of their animations is that of the film.
///
/// Layers have the origin at the bottom left corner and y up, as Apple's tool has them; `isGeometryFlipped` of the containing layer turns
/// that over. Animations that begin with the film have `AVCoreAnimationBeginTimeAtZero`, and `isRemovedOnCompletion` false where
/// they are to stay. *Source*: Apple, AVVideoComposition.h; that y is up, programs that use it.
open class AVVideoCompositionCoreAnimationTool: NSObject {
    /// The layers that get the film's frames as contents.
    let videoLayers: [CALayer]
    /// What is drawn.
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
