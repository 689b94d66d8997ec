import CoreGraphics
import Foundation
import MicaBase
import MicaWire

/// The differences between drawing layers into a bitmap context and onto a screen.
///
/// The layers' values are changed, and the one renderer draws them. docs/drawing.md, "Differences of a context",
/// has the rules as a user sees them.
package struct ContextTraits {
    /// From the context's space before any matrix was concatenated to pixels, y down. Shadows are measured in it rather
    /// than in the space of the root.
    var base: CGAffineTransform
    /// From the space that the root is drawn in to pixels.
    var root = CGAffineTransform.identity

    /// Makes the differences for a context.
    package init(base: CGAffineTransform) { self.base = base }

    /// Changes the values that position a layer and its sublayers.
    ///
    /// A transform that turns a layer out of its plane or has perspective is left out; position, anchor point and
    /// bounds stay. A transform that only moves or scales along z affects the order alone. *Source*: Apple's pictures
    /// of cashapp/AccessibilitySnapshot, testRenderingMethods.false (iOS 17.5, 18.5 and 26.2). That moves along z keep
    /// the position: vpdn/MMLayershots issue 18 (2014). Apple's page of `render(in:)` says that "layers that use 3D
    /// transforms are not rendered" by Mac OS X 10.5. That such a `sublayerTransform` is left out on its own is our
    /// inference.
    func flatten(_ state: inout LayerState) {
        if state.transform.keepsPlane {
            if !state.transform.isAffine { (state.transform.m33, state.transform.m43) = (1, 0) }
        } else {
            state.transform = .identity
        }
        if state.anchorPointZ != 0 { state.anchorPointZ = 0 }
        if !state.sublayerTransform.isAffine {
            if state.sublayerTransform.keepsPlane {
                (state.sublayerTransform.m33, state.sublayerTransform.m43) = (1, 0)
            } else {
                state.sublayerTransform = .identity
            }
        }
    }

    /// Changes the values that a layer draws from.
    ///
    /// - Parameter toPixels: from the layer's space to pixels.
    func draw(_ state: inout LayerState, toPixels: CGAffineTransform) {
        if state.hasEffects { leaveOutEffects(&state) }
        if state.hasReplicator { leaveOutTints(&state) }
        if state.hasShadow { positionShadow(&state, toPixels) }
        if state.hasShape { drawShape(&state, toPixels) }
        if state.hasGradient { state.changeGradient { $0.mixInGenericRGB() } }
    }

    /// Removes filters and the blend modes that are not separable, as neither has an effect.
    ///
    /// *Source*: filters: RainbowGlowView-layer.png of paulz/ViewSnapshots, Apple's picture of an archive with blurs,
    /// shows none. Luminosity: all five of Apple's pictures of a document that uses it. Hue, saturation and colour:
    /// arthurschiller/CompositingFilters issue 3 (2020) tried all four on iOS, and none has an effect.
    private func leaveOutEffects(_ state: inout LayerState) {
        if !state.effects.filters.isEmpty { state.effects.filters = [] }
        if !state.effects.backgroundFilters.isEmpty { state.effects.backgroundFilters = [] }
        switch state.effects.blend {
        case .hue, .saturation, .color, .luminosity: state.effects.compositingFilter = nil
        default: break
        }
    }

    /// Copies of a replicator keep the sublayers' colours.
    ///
    /// *Source*: measured on Apple's, gnustep/libs-quartzcore pull request 115,
    /// Tests/quartzcore/CAReplicatorLayer/drawing.m.
    private func leaveOutTints(_ state: inout LayerState) {
        state.replicator.color = .white
        state.replicator.offsets = .zero
    }

    /// Replaces curves by chords. A line thinner than a pixel becomes one pixel wide and proportionally paler, if
    /// pixels are square in the layer's space.
    ///
    /// A trimmed line is trimmed along its curves, so it is trimmed first if nothing is filled; otherwise the curves
    /// stay. *Source*: thin lines: Apple's pictures of airbnb/lottie-ios' Zoom (0.39 of a pixel), TypeFace/K at 25
    /// (0.76) and TypeFace/T at 75 (0.6). In TypeFace/Apostrophe at 50 and 75 and issue_1837_scale_rotation at 75, the
    /// scales along x and y differ, and lines keep their own coverage.
    private func drawShape(_ state: inout LayerState, _ toPixels: CGAffineTransform) {
        guard let path = state.shape.path else { return }
        state.changeShape { shape in
            let scale = Double(toPixels.area.squareRoot())
            var width = shape.strokeColor == nil ? 0 : max(0, shape.lineWidth * scale)
            if let color = shape.strokeColor, width > 0, width < 1, toPixels.isSimilarity {
                shape.lineWidth /= width
                shape.strokeColor?.alpha = color.alpha * width
                width = 1
            }
            let isTrimmed = width > 0 && (shape.strokeStart > 0 || shape.strokeEnd < 1)
            if isTrimmed, shape.fillColor != nil { return }
            let line = isTrimmed ? path.trimmed(from: shape.strokeStart, to: shape.strokeEnd) : path
            guard let chords = line.withChords(toPixels: toPixels, halfWidth: width / 2) else { return }
            if isTrimmed { (shape.strokeStart, shape.strokeEnd) = (0, 1) }
            shape.path = chords
        }
    }

    /// Makes the shadow one of the layer's visible parts, never of its path. Radius and offset go through the
    /// transforms from the layer up to the root, as on a screen. From there they go through the space that the context
    /// began with; later concatenations do not count. So they are in pixels, y up, in a program's own bitmap context,
    /// and in points, y down, in UIKit's.
    ///
    /// *Source*: lionheart/openradar-mirror issue 17339 (radar 31888650, iOS 10.3: in a program's own context at 2x,
    /// half the radius and offset, the offset upside down; right in UIKit's); LayeringShadowsView.PNG of
    /// paulz/ViewSnapshots, at 3x, whose radii are in pixels. That they grow with the layer: Apple's pictures of
    /// airbnb/lottie-ios' issue_1169_shadow_style_animated. The path: measured on Apple's, gnustep/libs-quartzcore pull
    /// request 115, Tests/quartzcore/CALayer/shadow.m.
    ///
    /// Contexts cut the Gaussian off at two deviations (`softened`); the renderer does not. A Gaussian of 0.91 of the
    /// deviation is nearest: beside an edge, the area between the two is 0.033 of the deviation, and they differ by 3.6
    /// of 255 at most. That is the least for factors of 0.85 to 1 in steps of 0.01.
    private func positionShadow(_ state: inout LayerState, _ toPixels: CGAffineTransform) {
        let scale = (base.area / root.area).squareRoot()
        let toRoot = toPixels.withoutShift.concatenating(root.withoutShift.inverted())
        let offset = state.shadow.offset.applying(toRoot).applying(base.withoutShift)
        state.changeShadow { shadow in
            shadow.path = nil
            guard scale.isFinite, scale > 0, toPixels.area > 0 else {
                shadow.opacity = 0
                return
            }
            shadow.offset = offset.applying(toPixels.withoutShift.inverted())
            shadow.radius *= Double(scale) * 0.91
        }
    }
}

extension Matrix4 {
    /// Whether the plane z = 0 stays parallel to itself, without perspective and without shear along z.
    fileprivate var keepsPlane: Bool {
        m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m44 == 1
    }
}

extension CGAffineTransform {
    /// The area of the image of the unit square.
    fileprivate var area: CGFloat { abs(a * d - b * c) }
    /// Whether the map only turns, mirrors and scales equally in all directions, within a thousandth.
    fileprivate var isSimilarity: Bool {
        let (first, second) = (a * a + b * b, c * c + d * d)
        return abs(first - second) <= 2e-3 * max(first, second)
            && abs(a * c + b * d) <= 1e-3 * max(first, second)
    }
    /// The map without its translation.
    fileprivate var withoutShift: CGAffineTransform { CGAffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }

    /// The map of the plane z = 0, for a matrix that keeps the plane.
    init(plane m: Matrix4) {
        self.init(
            a: CGFloat(m.m11), b: CGFloat(m.m12), c: CGFloat(m.m21), d: CGFloat(m.m22), tx: CGFloat(m.m41),
            ty: CGFloat(m.m42))
    }
}

extension GradientState {
    /// The number of chords between two colours: the error of a chord is less than 1/32 of 1/255, so that dithered
    /// pixels are the same.
    private static let parts = 64

    /// Interpolates the colours in Generic RGB, whose components are light to the power 1 / 1.8. Stops in sRGB are
    /// added between them, so close that linear interpolation gives the same. Colours outside Generic RGB become its
    /// nearest.
    ///
    /// *Source*: Apple, `CGGradient.init(colorsSpace:colors:locations:)`: without a space, "each color will be
    /// converted to and drawn in the GenericRGB color space". Measured on Apple's pictures of lottie-ios documents: on
    /// one, the mean error in red, green and blue is 0.41, 0.42 and 0.36 this way, and 8.57, 3.41 and 0.36 in sRGB;
    /// pure blue is 4 51 255.
    fileprivate mutating func mixInGenericRGB() {
        guard let colors, colors.count >= 2, locations == nil || locations?.count == colors.count else { return }
        let last = Double(colors.count - 1)
        let positions = colors.indices.map { locations?[$0] ?? Double($0) / last }
        guard !positions.contains(where: { $0.isNaN }) else { return }
        let known = colors.map {
            CGColor(value: $0).converted(to: .sharedGenericRGB, intent: .defaultIntent, options: nil)
        }
        let stops = known.map { ($0?.components ?? [0, 0, 0, 0]).map { Double($0) } }
        var mixed: (colors: [ColorValue], positions: [Double]) = ([], [])
        var before = positions[0]
        for index in stops.indices {
            // A location before its predecessor counts as equal to it.
            let position = max(before, positions[index])
            if index > 0, position > before, stops[index] != stops[index - 1] {
                for part in 1..<Self.parts {
                    let t = Double(part) / Double(Self.parts)
                    mixed.colors.append(Self.color(zip(stops[index - 1], stops[index]).map { $0 + ($1 - $0) * t }))
                    mixed.positions.append(before + (position - before) * t)
                }
            }
            mixed.colors.append(Self.color(stops[index]))
            mixed.positions.append(position)
            before = position
        }
        (self.colors, locations) = (mixed.colors, mixed.positions)
    }

    /// The sRGB values of a colour in Generic RGB, rounded so that every machine has the same pixels.
    private static func color(_ components: [Double]) -> ColorValue {
        let parts: [CGFloat] = components.map { CGFloat($0) }
        let made = CGColor(colorSpace: .sharedGenericRGB, components: parts)
        let own = made?.converted(to: .sharedSRGB, intent: .defaultIntent, options: nil)?.components ?? [0, 0, 0, 0]
        let rounded = own.map { (Double($0) * 65_536).rounded() / 65_536 }
        return ColorValue(red: rounded[0], green: rounded[1], blue: rounded[2], alpha: components[3])
    }
}
