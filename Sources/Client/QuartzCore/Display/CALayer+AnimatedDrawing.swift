import CoreGraphics
import Foundation
import MicaResources

extension CALayer {
    /// Whether an animation in the list has the layer drawn anew as it plays.
    var hasRedrawingAnimations: Bool { animations.contains { $0.redraws } }

    /// Whether such an animation plays at a media time, so that the layer is to be drawn then.
    func isRedrawing(at time: Double) -> Bool {
        guard hasRedrawingAnimations else { return false }
        let local = localTime(at: time)
        return animations.contains { animation in
            let timing = animation.state.timing
            return animation.redraws && animation.isResolved && !animation.isEnded
                && (timing.beginTime <= local || timing.fillMode == .backwards || timing.fillMode == .both)
        }
    }

    /// Draws the layer as it is shown at a media time: a presentation copy draws, and the layer shows what it drew.
    ///
    /// No action is run. What is drawn is taken down, and becomes pixels when a frame shows it.
    func displayPresentation(at time: Double) {
        (drawing.isNeeded, drawing.invalid, drawing.skipsAction) = (false, .nothing, false)
        drawing.presentedTime = localTime(at: time)
        let copy = makePresentation(at: time, includesUncommitted: true)
        copy.display()
        drawing.statistics.presentations += 1
        let image = copy.state.contents.image
        guard image != state.contents.image, image != evaluatedState(at: time).contents.image else { return }
        contentsObject = copy.contentsObject
        state.contents.image = image
        (drawing.drawn, drawing.ownsContents) = (nil, copy.drawing.ownsContents)
        note(.contents)
    }

    /// What `displayByDefault()` does on a presentation copy.
    package func drawPresentation() {
        guard let shape = StoreShape(of: self) else { return }
        let image = LayerStore.deferredImage(
            width: shape.width, height: shape.height, isOpaque: shape.isOpaque, isGray: shape.format == .gray8Uint,
            matrix: shape.matrix, cache: .drawn
        ) { context in draw(in: context) }
        guard let image else { return }
        state.contents.image = image
        contentsObject = CGImage(resource: image)
        drawing.ownsContents = true
    }
}

extension ImageCache {
    /// Pixels of layers that were drawn while they were animated, which can be drawn again: 64 MiB.
    static let drawn = ImageCache(budget: 64 << 20, wantsPixelsEarly: false)
}

extension LayerContext {
    /// Whether an animation plays, or waits for its time, that has a layer drawn anew at each refresh.
    package var hasRedrawingAnimations: Bool {
        animated.values.contains { layer in layer.animations.contains { $0.redraws && !$0.isEnded } }
    }

    /// Draws the layers whose animations ask for it, as they are shown at a time.
    package func redrawAnimated(at time: Double) {
        for layer in animated.values.sorted(by: { $0.id < $1.id }) where layer.isRedrawing(at: time) {
            // In a stopped layer nothing moves.
            if layer.drawing.presentedTime == layer.localTime(at: time) { continue }
            layer.displayPresentation(at: time)
        }
    }
}
