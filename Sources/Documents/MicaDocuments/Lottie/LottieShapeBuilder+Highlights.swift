import CoreGraphics
import Foundation
import QuartzCore

/// A picture over time.
struct LottiePicture: LottieBlendable {
    var image: CGImage?

    static func blend(_ a: LottiePicture, _ b: LottiePicture, _ amounts: [Double]) -> LottiePicture {
        amounts[0] < 1 ? a : b
    }
}

/// Radial gradients whose inner point is not the middle of the circle.
///
/// CAGradientLayer has none. The gradient of a circle with a radius of 1 and the inner point on its right is a picture,
/// which a layer moves, turns and scales; around it is the last colour. Only colours and a highlight that move make
/// several pictures.
extension LottieShapeBuilder {
    func highlighted(
        _ gradient: LottieGradient, _ highlight: LottieTrack<Double>, _ colors: LottieTrack<[Double]>,
        _ alphas: LottieTrack<[Double]>?
    ) throws(DocumentError) -> CALayer {
        try builder.spend(4)
        let layer = board()
        let last = colors.map { Array($0.suffix(4)) }
        func color(_ values: [Double]) -> CGColor? { Self.colors(values).first }
        animator.animate(layer, "backgroundColor", last, set: { layer.backgroundColor = color($0) }) {
            color($0) ?? CGColor(gray: 0, alpha: 0)
        }
        layer.addSublayer(disc(gradient, pictures(highlight, colors, 4, Self.colors)))
        guard let alphas else { return layer }
        let mask = board()
        let inside = disc(gradient, pictures(highlight, alphas, 2, Self.alphaColors))
        let outside = CAShapeLayer()
        outside.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
        (outside.anchorPoint, outside.fillRule) = (.zero, .evenOdd)
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
        let reach = CGFloat(2 * Self.gradientMargin / max(2 * radius(gradient, .key(0)), 1))
        path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1).insetBy(dx: -reach, dy: -reach))
        outside.path = path
        let rest = alphas.map { $0.last ?? 1 }
        animator.animate(outside, "fillColor", rest, set: { outside.fillColor = CGColor(gray: 0, alpha: CGFloat($0)) })
        {
            CGColor(gray: 0, alpha: CGFloat($0))
        }
        inside.addSublayer(outside)
        mask.addSublayer(inside)
        layer.mask = mask
        return layer
    }

    /// A layer around the whole composition, in its space.
    private func board() -> CALayer {
        let (layer, margin) = (CALayer(), CGFloat(-Self.gradientMargin))
        layer.bounds = CGRect(origin: .zero, size: size).insetBy(dx: margin, dy: margin)
        layer.anchorPoint = .zero
        layer.position = layer.bounds.origin
        return layer
    }

    private func radius(_ gradient: LottieGradient, _ moment: LottieMoment) -> Double {
        max((gradient.end.value(moment) - gradient.start.value(moment)).plane.length, 1e-3)
    }

    /// The layer of the circle: a square of a point, which is moved, turned and scaled.
    private func disc(_ gradient: LottieGradient, _ pictures: LottieTrack<LottiePicture>) -> CALayer {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
        let (start, end, angle) = (gradient.start, gradient.end, gradient.angle)
        animator.animate(layer, "position", start, set: { layer.position = $0.plane.cgPoint }) { $0.plane.cgPoint }
        let placement = sampling.combine([start, end, angle], isStraight: false) { moment in
            let way = (end.value(moment) - start.value(moment)).plane
            let turn = CGFloat(atan2(way.y, way.x) + angle.value(moment) * .pi / 180)
            let scale = CGFloat(2 * radius(gradient, moment))
            return LottieMatrix(
                CATransform3DConcat(CATransform3DMakeScale(scale, scale, 1), CATransform3DMakeRotation(turn, 0, 0, 1)))
        }
        animator.animate(layer, "transform", placement, set: { layer.transform = $0.value }) {
            NSValue(caTransform3D: $0.value)
        }
        animator.animate(
            layer, "contents", pictures, set: { layer.contents = $0.image },
            change: { animation in
                (animation as? CAKeyframeAnimation)?.calculationMode = .discrete
            }
        ) { $0.image as Any }
        return layer
    }

    /// The sides of a picture that stands, and of each of several, in pixels.
    private static let stillSide = 512, movingSide = 128

    private func pictures(
        _ highlight: LottieTrack<Double>, _ stops: LottieTrack<[Double]>, _ stride: Int,
        _ colors: @escaping ([Double]) -> [CGColor]
    ) -> LottieTrack<LottiePicture> {
        let side = highlight.isAnimated || stops.isAnimated ? Self.movingSide : Self.stillSide
        var before: CGImage?
        let builder = builder
        return sampling.combine([highlight, stops], isStraight: false) { moment in
            guard builder.mayDraw(side * side) else { return LottiePicture(image: before) }
            let values = stops.value(moment)
            let focus = min(max(highlight.value(moment) / 100, -0.99), 0.99)
            before = LottieInterop.gradient(
                colors(values), Self.stopLocations(values, stride).map { $0.doubleValue }, focus: focus, side: side)
            return LottiePicture(image: before)
        }
    }
}
