import MicaBase
import MicaFrame
import MicaRaster

extension PixelFilter {
    /// The filter of an op, in whole numbers for the kernels. Amounts are limited to -64...64; NaN becomes 0.
    init(_ filter: ColorFilter) {
        switch filter {
        case .matrix(let matrix): self = .matrix(Matrix(matrix.numbers))
        case .multiply(let color): self = .multiply(color.premultiplied())
        case .stencil(let color): self = .stencil(color.premultiplied())
        case .luminanceToAlpha: self = .luminanceToAlpha
        case .blackAndWhite(let weights):
            self = .blackAndWhite(weights.numbers.map { Int32(($0 * 65536).rounded()) })
        case .power(let powers): self = .table(ByteTable(powers: powers.numbers))
        case .vibrance(let amount):
            self = .vibrance(amount.isNaN ? 0 : Int32((max(-64, min(64, amount)) * 65536).rounded()))
        }
    }
}

extension FramePlan {
    /// Prepares another pass with a filter.
    mutating func filtered(_ shown: PassIndex, _ filter: ColorFilter, _ bounds: inout DeviceRect) -> Content? {
        bounds = bounds.intersection(passes.uses[shown.rawValue].bounds)
        guard !bounds.isEmpty else { return nil }
        defer { store.filters.append(PixelFilter(filter)) }
        return .filtered(shown.rawValue, filter: store.filters.count)
    }
}

extension TileRenderer {
    /// Draws another pass with a filter.
    mutating func drawFiltered(
        _ shown: Int, _ filter: PixelFilter, _ plan: borrowing FramePlan, _ mask: ClipMasks.Cover, _ op: FramePlan.Op,
        _ area: DeviceRect
    ) {
        guard let block = block(of: shown, plan) else { return }
        for y in area.minY..<area.maxY {
            var span = samples.mutableSpan
            span.filter(filter, block, x: area.minX, y: y, count: area.width)
            drawRow(mask, x: area.minX, y: y, area.width, alpha: op.opacity)
        }
    }
}
