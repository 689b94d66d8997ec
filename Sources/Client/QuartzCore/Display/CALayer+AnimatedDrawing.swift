import CoreGraphics
import Foundation
import MicaBase

extension CALayer {
    /// Whether any animation makes the layer draw its contents again while it plays.
    var hasRedrawingAnimations: Bool { animations.contains { $0.redraws } }

    /// Whether an animation that needs drawing plays at a media time.
    func isRedrawing(at time: Double) -> Bool {
        guard hasRedrawingAnimations else { return false }
        let local = localTime(at: time)
        return animations.contains { animation in
            let timing = animation.state.timing
            return animation.redraws && animation.isResolved && !animation.isEnded
                && (timing.beginTime <= local || timing.fillMode == .backwards || timing.fillMode == .both)
        }
    }

    /// Draws the layer as it is shown at a media time: a presentation copy draws, and the layer shows the picture.
    ///
    /// No action is run. The drawing is recorded, and becomes pixels when a frame shows it.
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

    /// Draws a presentation copy, in place of `displayByDefault()`.
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
    /// Pixels of layers that were drawn for animations. They can be drawn again, so the cache is bounded: 64 MiB.
    static let drawn = ImageCache(budget: 64 << 20, wantsPixelsEarly: false)
}

extension LayerContext {
    /// Whether an animation that draws a layer at each refresh plays, or waits for its start.
    package var hasRedrawingAnimations: Bool { agenda.redraws }

    /// Draws the layers whose animations need it, as they are shown at a time.
    package func redrawAnimated(at time: Double) {
        for layer in agenda.redrawnLayers where layer.isRedrawing(at: time) {
            // Nothing moves in a stopped layer.
            if layer.drawing.presentedTime == layer.localTime(at: time) { continue }
            layer.displayPresentation(at: time)
        }
    }
}
