import CoreGraphics
import Foundation
import QuartzCore

/// A layer that shows the film of a player.
///
/// Frames are the layer's contents, set by a commit at each frame's time. Rounded corners, borders, masks, transforms
/// and filters work as in any layer. *Source*: Apple, AVPlayerLayer.h.
open class AVPlayerLayer: CALayer {
    /// Makes a layer without a player.
    public override init() {
        super.init()
        contentsGravity = videoGravity.contentsGravity
    }

    /// Makes a layer that shows a player's film.
    public convenience init(player: AVPlayer?) {
        self.init()
        show(player)
    }

    /// Sets the player; property observers do not run for assignments in the initialiser itself.
    private func show(_ player: AVPlayer?) { self.player = player }

    /// Makes a copy of a layer for `presentation()`; the copy shows the current frame and no later frames.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? AVPlayerLayer {
            videoGravity = other.videoGravity
            copied = other.player ?? other.copied
        }
    }

    /// Reads a layer from an archive, without a player.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The player of the copied layer.
    private var copied: AVPlayer?

    /// The player whose film is shown.
    open var player: AVPlayer? {
        didSet {
            guard player !== oldValue else { return }
            oldValue?.output.remove(self)
            player?.output.add(self)
            player?.timelineChanged()
        }
    }

    /// How the film fits the bounds.
    open var videoGravity = AVLayerVideoGravity.resizeAspect {
        didSet {
            if videoGravity != oldValue {
                CATransaction.withoutActions { contentsGravity = videoGravity.contentsGravity }
            }
        }
    }

    /// Whether a frame of the player's item is shown.
    open var isReadyForDisplay: Bool { (player ?? copied)?.output.isShown ?? false }

    /// The film's rectangle in the layer's coordinates, which may exceed the bounds; the zero rectangle without a
    /// film.
    open var videoRect: CGRect {
        let size = (player ?? copied)?.currentItem?.presentationSize ?? .zero
        guard size.width > 0, size.height > 0, bounds.width > 0, bounds.height > 0 else { return .zero }
        let (x, y) = (bounds.width / size.width, bounds.height / size.height)
        return switch videoGravity {
        case .resize: bounds
        case .resizeAspectFill: rect(of: size, scaled: max(x, y), within: bounds)
        default: rect(of: size, scaled: min(x, y), within: bounds)
        }
    }

    /// The pixel format that the program requests; has no effect.
    open var pixelBufferAttributes: [String: any Sendable]?
}
