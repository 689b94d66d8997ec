import MicaFrame
import MicaPixels

extension PixelFilter {
    /// The filter of an op in the kernels' whole numbers; amounts are limited to 64 each way, and what is no number is 0.
    init(_ filter: ColorFilter) {
        switch filter {
        case .matrix(let matrix): self = .matrix(Matrix(matrix.numbers))
        case .multiply(let color): self = .multiply(color.premultiplied())
        case .stencil(let color): self = .stencil(color.premultiplied())
        case .luminanceToAlpha: self = .luminanceToAlpha
        case .vibrance(let amount):
            self = .vibrance(amount.isNaN ? 0 : Int32((max(-64, min(64, amount)) * 65536).rounded()))
        }
    }
}

extension Tint {
    /// The factors as bytes, `0x00RRGGBB`, each rounded to nearest.
    var bytes: UInt32 {
        func byte(_ v: Double) -> UInt32 { UInt32((v * 255).rounded()) }
        return byte(factors.x) << 16 | byte(factors.y) << 8 | byte(factors.z)
    }
}
