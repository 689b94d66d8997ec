import CoreGraphics
import MicaBase
import Testing

/// A description of pixels: alpha information and flags.
private func info(_ alpha: CGImageAlphaInfo, _ flags: CGBitmapInfo = []) -> CGBitmapInfo {
    CGBitmapInfo(rawValue: alpha.rawValue).union(flags)
}

/// An image of one row.
private func row(
    _ bytes: [UInt8], width: Int = 1, component: Int = 8, pixel: Int,
    space: CGColorSpace = CGColorSpaceCreateDeviceRGB(),
    _ info: CGBitmapInfo, decode: [CGFloat]? = nil
) throws -> [UInt32] {
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    func make(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
        unsafe CGImage(
            width: width, height: 1, bitsPerComponent: component, bitsPerPixel: pixel, bytesPerRow: width * pixel / 8,
            space: space, bitmapInfo: info, provider: provider, decode: decode, shouldInterpolate: true,
            intent: .defaultIntent)
    }
    let image = decode.map { unsafe $0.withUnsafeBufferPointer { unsafe make($0.baseAddress) } } ?? make(nil)
    return try #require(image).resource.bitmap().pixels
}

@Suite struct ImageTests {
    @Test func image_reads_every_place_of_alpha() throws {
        #expect(try row([1, 2, 3, 255], pixel: 32, info(.last)) == [0xFF01_0203])
        #expect(try row([255, 1, 2, 3], pixel: 32, info(.first)) == [0xFF01_0203])
        #expect(try row([1, 2, 3], pixel: 24, info(.none)) == [0xFF01_0203])
        #expect(try row([1, 2, 3, 9], pixel: 32, info(.noneSkipLast)) == [0xFF01_0203])
        #expect(try row([9, 1, 2, 3], pixel: 32, info(.noneSkipFirst)) == [0xFF01_0203])
        #expect(try row([3, 2, 1, 255], pixel: 32, info(.premultipliedFirst, .byteOrder32Little)) == [0xFF01_0203])
        #expect(try row([255, 1, 2, 3], pixel: 32, info(.premultipliedFirst, .byteOrder32Big)) == [0xFF01_0203])
    }

    @Test func image_multiplies_straight_colors_only() throws {
        #expect(try row([255, 128, 0, 128], pixel: 32, info(.last)) == [0x8080_4000])
        #expect(try row([128, 64, 0, 128], pixel: 32, info(.premultipliedLast)) == [0x8080_4000])
        // A colour brighter than its alpha is limited to it.
        #expect(try row([255, 64, 0, 128], pixel: 32, info(.premultipliedLast)) == [0x8080_4000])
    }

    @Test func image_reads_gray_and_alpha_only() throws {
        let gray = CGColorSpaceCreateDeviceGray()
        #expect(try row([0x40, 0xFF], width: 2, pixel: 8, space: gray, info(.none)) == [0xFF40_4040, 0xFFFF_FFFF])
        #expect(try row([0x80, 0x80], pixel: 16, space: gray, info(.last)) == [0x8040_4040])
        #expect(try row([0x80], pixel: 8, space: gray, info(.alphaOnly)) == [0x8000_0000])
        #expect(try row([0x40], pixel: 8, space: gray, info(.none), decode: [1, 0]) == [0xFFBF_BFBF])
    }

    @Test func image_reads_wide_and_floating_components() throws {
        let wide: [UInt8] = [0xFF, 0xFF, 0x80, 0x80, 0, 0, 0xFF, 0xFF]
        #expect(try row(wide, component: 16, pixel: 64, info(.last)) == [0xFFFF_8000])
        #expect(
            try row([0xFF, 0xFF, 0x01, 0x02, 0, 0], component: 16, pixel: 48, info(.none, .byteOrder16Little)) == [
                0xFFFF_0200
            ])
        let floats: [Float] = [1, 0.5, -1, 0.5]
        let bytes = floats.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) } }
        #expect(
            try row(bytes, component: 32, pixel: 128, info(.last, [.floatComponents, .byteOrder32Little])) == [
                0x8080_4000
            ])
        // Half precision: 1, 0.5, 0.
        let halves: [UInt8] = [0x00, 0x3C, 0x00, 0x38, 0x00, 0x00]
        #expect(
            try row(halves, component: 16, pixel: 48, info(.none, [.floatComponents, .byteOrder16Little])) == [
                0xFFFF_8000
            ])
    }

    @Test func image_converts_color_spaces() throws {
        let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        #expect(try row([255, 0, 0], pixel: 24, space: p3, info(.none)) == [0xFFFF_0000])
        let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        #expect(try row([55, 55, 55], pixel: 24, space: linear, info(.none)) == [0xFF80_8080])
    }

    @Test func image_counts_missing_bytes_as_zero() throws {
        #expect(
            try row([1, 2, 3, 255, 9], width: 3, pixel: 32, info(.noneSkipLast)) == [
                0xFF01_0203, 0xFF09_0000, 0xFF00_0000,
            ])
    }

    @Test(arguments: [
        (0, 8, 32, 4, CGImageAlphaInfo.last), (1, 8, 24, 4, .last), (1, 5, 16, 2, .noneSkipFirst), (2, 8, 32, 4, .last),
        (1, 8, 20, 4, .none), (Int.max, 8, 32, Int.max, .last), (1, 32, 128, 16, .last),
    ])
    func image_refuses_contradicting_numbers(
        width: Int, component: Int, pixel: Int, bytes: Int, alpha: CGImageAlphaInfo
    ) throws {
        let provider = try #require(CGDataProvider(data: Data(count: 16)))
        let image = unsafe CGImage(
            width: width, height: 1, bitsPerComponent: component, bitsPerPixel: pixel, bytesPerRow: bytes,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info(alpha), provider: provider, decode: nil,
            shouldInterpolate: false, intent: .defaultIntent)
        #expect(image == nil)
    }

    @Test func image_of_a_bitmap_describes_and_gives_its_bytes() throws {
        let image = CGImage(bitmap: Bitmap(width: 2, height: 1, pixels: [0x8001_0203, 0xFF04_0506]))
        #expect(image.width == 2 && image.height == 1 && image.bytesPerRow == 8 && image.bitsPerPixel == 32)
        #expect(image.alphaInfo == .premultipliedFirst)
        #expect(image.bitmapInfo.contains(.byteOrder32Little))
        #expect(image.colorSpace?.name == CGColorSpace.sRGB)
        #expect(image.dataProvider?.data == Data([3, 2, 1, 0x80, 6, 5, 4, 0xFF]))
        #expect(CGImage(bitmap: Bitmap(width: 1, height: 1, filledWith: 0xFF00_0000)).alphaInfo == .noneSkipFirst)
    }

    @Test func image_cropping_grows_to_pixels_and_stays_inside() throws {
        let image = CGImage(bitmap: Bitmap(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6].map { 0xFF00_0000 | $0 }))
        let part = try #require(image.cropping(to: CGRect(x: 1.5, y: 0.5, width: 10, height: 1)))
        #expect(part.resource.bitmap() == Bitmap(width: 2, height: 2, pixels: [2, 3, 5, 6].map { 0xFF00_0000 | $0 }))
        #expect(image.cropping(to: CGRect(x: 3, y: 0, width: 1, height: 1)) == nil)
        #expect(image.cropping(to: .null) == nil)
        #expect(image.cropping(to: .infinite)?.width == 3)
    }

    @Test func image_cropping_without_a_number_is_nil() {
        let image = CGImage(bitmap: Bitmap(width: 8, height: 8))
        let (none, far) = (CGFloat.nan, CGFloat.infinity)
        for rect in [
            CGRect(x: none, y: 0, width: 4, height: 4), CGRect(x: 0, y: 0, width: none, height: 4),
            CGRect(x: 0, y: none, width: 4, height: none), CGRect(x: far, y: 0, width: 4, height: 4),
            CGRect(x: -far, y: -far, width: far, height: far),
        ] {
            #expect(image.cropping(to: rect) == nil)
        }
        #expect(image.cropping(to: CGRect(x: 2, y: 2, width: 3, height: 3))?.width == 3)
    }

    @Test func image_copy_with_another_space_keeps_numbers() throws {
        let image = CGImage(bitmap: Bitmap(width: 1, height: 1, filledWith: 0xFF37_3737))
        let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        #expect(try #require(image.copy(colorSpace: linear)).resource.bitmap().pixels == [0xFF80_8080])
        #expect(image.copy(colorSpace: CGColorSpaceCreateDeviceGray()) == nil)
    }

    @Test func data_provider_gives_borrowed_memory_back() throws {
        // Safe because: the callback is the only writer, and the test reads after the provider is gone.
        nonisolated(unsafe) let released = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        unsafe released.initialize(to: 0)
        defer { unsafe released.deallocate() }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 1)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 7, count: 4)
        do {
            let provider = unsafe CGDataProvider(dataInfo: released, data: memory, size: 4) { info, data, size in
                unsafe info?.assumingMemoryBound(to: Int.self).pointee = size
                unsafe UnsafeMutableRawPointer(mutating: data).deallocate()
            }
            #expect(provider?.data == Data([7, 7, 7, 7]))
        }
        #expect(unsafe released.pointee == 4)
        #expect(CGDataProvider(url: URL(fileURLWithPath: "/no/such/file")) == nil)
    }
}
