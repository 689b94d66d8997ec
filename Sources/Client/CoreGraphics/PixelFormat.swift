import MicaBase
import MicaTrace

/// The values of the least and the greatest number of a component.
struct ClosedDecodeRange: Sendable, Equatable {
    var low: Double
    var high: Double
}

/// The layout of an image's numbers in memory, and their conversion to the renderer's pixels.
struct PixelFormat: Sendable {
    let width: Int
    let height: Int
    let bitsPerComponent: Int
    let bitsPerPixel: Int
    let bytesPerRow: Int
    var space: CGColorSpace
    let bitmapInfo: CGBitmapInfo
    let alphaInfo: CGImageAlphaInfo
    private let decode: [ClosedDecodeRange]
    /// The byte's offset within a pixel, for each byte from the most significant on.
    private let byteOrder: [Int]
    /// The index of the alpha among the numbers of a pixel; nil without alpha.
    private let alphaPosition: Int?
    /// The index of the first colour among the numbers of a pixel.
    private let firstColor: Int

    /// Checks that the numbers are consistent; nil when they are not, or when the format is unsupported.
    init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, decode: [ClosedDecodeRange]
    ) {
        guard let alphaInfo = bitmapInfo.alphaInfo, space.model != .pattern else { return nil }
        let isFloat = bitmapInfo.contains(.floatComponents)
        guard isFloat ? [16, 32].contains(bitsPerComponent) : [8, 16].contains(bitsPerComponent) else { return nil }
        let numbers: Int
        switch alphaInfo {
        case .none: (numbers, alphaPosition, firstColor) = (space.numberOfComponents, nil, 0)
        case .alphaOnly: (numbers, alphaPosition, firstColor) = (1, 0, 1)
        case .last, .premultipliedLast:
            (numbers, alphaPosition, firstColor) = (space.numberOfComponents + 1, space.numberOfComponents, 0)
        case .first, .premultipliedFirst: (numbers, alphaPosition, firstColor) = (space.numberOfComponents + 1, 0, 1)
        case .noneSkipLast: (numbers, alphaPosition, firstColor) = (space.numberOfComponents + 1, nil, 0)
        case .noneSkipFirst: (numbers, alphaPosition, firstColor) = (space.numberOfComponents + 1, nil, 1)
        }
        guard width > 0, height > 0, bitsPerPixel % 8 == 0, bitsPerPixel >= numbers * bitsPerComponent,
            bitsPerPixel <= 256
        else { return nil }
        let (least, rowOverflow) = width.multipliedReportingOverflow(by: bitsPerPixel / 8)
        let (pixels, areaOverflow) = width.multipliedReportingOverflow(by: height)
        let (_, sizeOverflow) = bytesPerRow.multipliedReportingOverflow(by: height)
        guard !rowOverflow, !areaOverflow, !sizeOverflow, bytesPerRow >= least, pixels <= Int(Int32.max) else {
            return nil
        }
        guard let order = Self.byteOrder(bitmapInfo, bitsPerComponent: bitsPerComponent, bytes: bitsPerPixel / 8) else {
            return nil
        }
        (self.width, self.height, self.bytesPerRow) = (width, height, bytesPerRow)
        (self.bitsPerComponent, self.bitsPerPixel) = (bitsPerComponent, bitsPerPixel)
        (self.space, self.bitmapInfo, self.alphaInfo) = (space, bitmapInfo, alphaInfo)
        self.decode = decode.allSatisfy { $0 == ClosedDecodeRange(low: 0, high: 1) } ? [] : decode
        byteOrder = order
    }

    /// The format of the renderer's pixels.
    ///
    /// - Precondition: there is at least one pixel.
    init(wordsOfWidth width: Int, height: Int, isOpaque: Bool) {
        let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipFirst : .premultipliedFirst
        guard
            let format = PixelFormat(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4,
                space: .sharedSRGB, bitmapInfo: [.byteOrder32Little, CGBitmapInfo(rawValue: alpha.rawValue)], decode: []
            )
        else { stopProgram("an image has at least one pixel") }
        self = format
    }

    /// Whether a pixel may be not opaque.
    var hasAlpha: Bool { alphaPosition != nil }

    /// The offsets of a pixel's bytes; nil when the words of the byte order do not fit the pixel.
    private static func byteOrder(_ info: CGBitmapInfo, bitsPerComponent: Int, bytes: Int) -> [Int]? {
        let word: Int
        switch info.intersection(.byteOrderMask) {
        case .byteOrder16Little: word = 2
        case .byteOrder32Little: word = 4
        case [], .byteOrder16Big, .byteOrder32Big: word = 1
        default: return nil
        }
        guard bytes % word == 0, word == 1 || word * 8 >= bitsPerComponent else { return nil }
        return (0..<bytes).map { $0 / word * word + (word - 1 - $0 % word) }
    }

    /// Converts to the renderer's pixels; missing bytes count as zero.
    func bitmap(from bytes: [UInt8]) -> Bitmap {
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        let size = bitsPerPixel / 8
        let isSRGB =
            bitsPerComponent == 8 && space.numberOfComponents == 3 && decode.isEmpty && alphaInfo != .alphaOnly
            && space.definition.primaries == .sRGB && space.definition.transfer == .sRGB
        for row in 0..<height {
            var start = row * bytesPerRow
            for _ in 0..<width {
                if start + size > bytes.count {
                    let rest = start < bytes.count ? bytes[start...] : []
                    let padded = Array(rest) + [UInt8](repeating: 0, count: size - rest.count)
                    pixels.append(isSRGB ? plainPixel(padded, 0) : pixel(padded, 0))
                } else {
                    pixels.append(isSRGB ? plainPixel(bytes, start) : pixel(bytes, start))
                }
                start += size
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    private var isPremultiplied: Bool { alphaInfo == .premultipliedFirst || alphaInfo == .premultipliedLast }

    /// A pixel of three sRGB bytes, with or without alpha.
    private func plainPixel(_ bytes: [UInt8], _ start: Int) -> UInt32 {
        var red = UInt32(bytes[start + byteOrder[firstColor]])
        var green = UInt32(bytes[start + byteOrder[firstColor + 1]])
        var blue = UInt32(bytes[start + byteOrder[firstColor + 2]])
        var alpha: UInt32 = 255
        if let alphaPosition {
            alpha = UInt32(bytes[start + byteOrder[alphaPosition]])
            if isPremultiplied {
                (red, green, blue) = (min(red, alpha), min(green, alpha), min(blue, alpha))
            } else {
                red = (red * alpha + 127) / 255
                green = (green * alpha + 127) / 255
                blue = (blue * alpha + 127) / 255
            }
        }
        return alpha << 24 | red << 16 | green << 8 | blue
    }

    /// A pixel of any format.
    private func pixel(_ bytes: [UInt8], _ start: Int) -> UInt32 {
        let alpha = alphaPosition.map { min(max(number(bytes, start, $0), 0), 1) } ?? 1
        if alphaInfo == .alphaOnly { return UInt32((alpha * 255).rounded()) << 24 }
        if alpha == 0 { return 0 }
        var colors = (0..<space.numberOfComponents).map { number(bytes, start, firstColor + $0) }
        if isPremultiplied { colors = colors.map { $0 / alpha } }
        if !decode.isEmpty { colors = zip(colors, decode).map { $1.low + $0 * ($1.high - $1.low) } }
        let parts: SIMD3<Double>
        if space.definition.transfer == .sRGB, space.definition.primaries == .sRGB {
            parts = colors.count == 1 ? SIMD3(repeating: colors[0]) : [colors[0], colors[1], colors[2]]
        } else {
            let light = space.light(colors)
            func encode(_ v: Double) -> Double { CGColorSpace.Transfer.sRGB.encode(v) }
            parts = [encode(light.x), encode(light.y), encode(light.z)]
        }
        func level(_ v: Double) -> UInt32 { UInt32((min(max(v, 0), 1) * alpha * 255).rounded()) }
        return UInt32((alpha * 255).rounded()) << 24 | level(parts.x) << 16 | level(parts.y) << 8 | level(parts.z)
    }

    /// A number of a pixel. An integer is scaled to 0...1; NaN counts as 0.
    private func number(_ bytes: [UInt8], _ start: Int, _ position: Int) -> Double {
        let count = bitsPerComponent / 8
        var bits: UInt32 = 0
        for index in position * count..<(position + 1) * count {
            bits = bits << 8 | UInt32(bytes[start + byteOrder[index]])
        }
        guard bitmapInfo.contains(.floatComponents) else { return Double(bits) / (count == 1 ? 255 : 65535) }
        let value = count == 2 ? Double(Float16(bitPattern: UInt16(bits))) : Double(Float(bitPattern: bits))
        return value.isFinite ? value : 0
    }
}

extension PixelFormat {
    /// The kind of the numbers, for instruments.
    var origin: PixelOrigin {
        if bitsPerComponent > 8 || bitmapInfo.contains(.floatComponents) { return .deep }
        if alphaInfo == .alphaOnly || space.numberOfComponents == 1 { return .gray }
        guard space.definition.primaries == .sRGB, space.definition.transfer == .sRGB else { return .otherSpace }
        let words = PixelFormat(wordsOfWidth: width, height: height, isOpaque: !hasAlpha)
        return bitmapInfo == words.bitmapInfo && bitsPerPixel == words.bitsPerPixel ? .native : .reordered
    }
}
