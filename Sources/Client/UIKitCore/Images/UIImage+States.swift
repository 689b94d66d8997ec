import CoreGraphics

extension UIImage {
    /// The picture with its shape covered by a colour.
    func covered(by color: UIColor) -> UIImage {
        drawn { rect in
            draw(in: rect)
            color.setFill()
            UIRectFillUsingBlendMode(rect, .sourceAtop)
        }
    }

    /// The picture with an opacity, 0...1.
    func faded(to opacity: CGFloat) -> UIImage { drawn { draw(in: $0, blendMode: .normal, alpha: opacity) } }

    /// A picture of the same size, scale, caps and mode; itself if there is no memory for one.
    private func drawn(_ body: (CGRect) -> Void) -> UIImage {
        guard size.width > 0, size.height > 0, let context = beginImage(size, opaque: false, scale: scale) else {
            return self
        }
        defer { UIGraphicsEndImageContext() }
        body(CGRect(origin: .zero, size: size))
        guard let image = context.makeImage() else { return self }
        return UIImage(cgImage: image, scale: scale, orientation: .up)
            .resizableImage(withCapInsets: capInsets, resizingMode: resizingMode).withRenderingMode(renderingMode)
    }
}
