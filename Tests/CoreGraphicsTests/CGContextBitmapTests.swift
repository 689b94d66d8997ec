import CoreGraphics
import MicaBase
import Testing

@Suite struct CGContextBitmapTests {
    @Test func bitmap_context_starts_transparent_or_black() throws {
        #expect(try bitmapContext().pixels().pixels.allSatisfy { $0 == 0 })
        #expect(try bitmapContext(alpha: .noneSkipFirst).pixels().pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test(
        arguments: [
            (CGImageAlphaInfo.premultipliedFirst, CGBitmapInfo.byteOrder32Little, [3, 2, 1, 255] as [UInt8]),
            (.premultipliedFirst, CGBitmapInfo.byteOrderDefault, [255, 1, 2, 3]),
            (.premultipliedFirst, .byteOrder32Big, [255, 1, 2, 3]),
            (.premultipliedLast, CGBitmapInfo.byteOrderDefault, [1, 2, 3, 255]),
            (.premultipliedLast, .byteOrder32Big, [1, 2, 3, 255]),
            (.premultipliedLast, .byteOrder32Little, [255, 3, 2, 1]),
        ] as [(CGImageAlphaInfo, CGBitmapInfo, [UInt8])])
    func bitmap_context_writes_bytes_in_order(_ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo, _ bytes: [UInt8]) throws
    {
        let context = try bitmapContext(2, 2, alpha: alpha, order: order)
        context.fill(0, 0, 2, 2, CGColor(red: 1 / 255, green: 2 / 255, blue: 3 / 255, alpha: 1))
        let data = unsafe try #require(context.data)
        for index in 0..<4 { #expect(unsafe data.load(fromByteOffset: index, as: UInt8.self) == bytes[index]) }
        #expect(try context.pixels().pixels.allSatisfy { $0 == 0xFF01_0203 })
    }

    @Test(arguments: [CGImageAlphaInfo.noneSkipFirst, .noneSkipLast], [CGBitmapInfo.byteOrder32Little, []])
    func bitmap_context_skips_alpha(_ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo) throws {
        let context = try bitmapContext(2, 2, alpha: alpha, order: order)
        context.fill(0, 0, 2, 2, CGColor(red: 1, green: 1, blue: 1, alpha: 0.5))
        #expect(try context.pixels().pixels.allSatisfy { isNear($0, 0xFF80_8080) })
    }

    @Test func bitmap_context_draws_gray() throws {
        let context = try bitmapContext(2, 1, alpha: .none, order: [], space: CGColorSpaceCreateDeviceGray())
        context.fill(0, 0, 1, 1, CGColor(gray: 0.6, alpha: 1))
        context.fill(1, 0, 1, 1, green)
        let data = unsafe try #require(context.data)
        #expect(unsafe data.load(as: UInt8.self) == 153)
        // The luminance of green is 0.7152 of white's light, which is 0.862 of its level.
        #expect(unsafe abs(Int(data.load(fromByteOffset: 1, as: UInt8.self)) - 220) <= 1)
        #expect(context.bitsPerPixel == 8)
    }

    @Test func bitmap_context_draws_alpha_alone() throws {
        let context = try bitmapContext(2, 1, alpha: .alphaOnly, order: [])
        context.fill(0, 0, 1, 1, CGColor(red: 1, green: 0, blue: 0, alpha: 0.4))
        let data = unsafe try #require(context.data)
        #expect(unsafe data.load(as: UInt8.self) == 102)
        #expect(unsafe data.load(fromByteOffset: 1, as: UInt8.self) == 0)
        #expect(context.colorSpace == nil)
    }

    @Test func bitmap_context_refuses_formats() throws {
        func make(_ bits: Int, _ row: Int, _ alpha: CGImageAlphaInfo, _ space: CGColorSpace, _ width: Int = 2)
            -> CGContext?
        {
            unsafe CGContext(
                data: nil, width: width, height: 2, bitsPerComponent: bits, bytesPerRow: row, space: space,
                bitmapInfo: alpha.rawValue)
        }
        let rgb = CGColorSpaceCreateDeviceRGB()
        #expect(make(8, 0, .premultipliedLast, rgb) != nil)
        #expect(make(8, 0, .last, rgb) == nil)
        #expect(make(8, 0, .none, rgb) == nil)
        #expect(make(5, 0, .premultipliedLast, rgb) == nil)
        #expect(make(8, 7, .premultipliedLast, rgb) == nil)
        #expect(make(8, 0, .premultipliedLast, CGColorSpaceCreateDeviceGray()) == nil)
        #expect(make(8, 0, .premultipliedLast, rgb, 0) == nil)
    }

    @Test func bitmap_context_draws_into_memory_of_others() throws {
        var released = 0
        unsafe try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 48) { memory in
            unsafe memory.initialize(repeating: 7)
            do {
                let context = unsafe CGContext(
                    data: memory.baseAddress, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 24,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue,
                    releaseCallback: { _, _ in released += 1 }, releaseInfo: nil)
                try #require(context).fill(0, 0, 1, 1, red)
            }
            // The bottom left pixel, and nothing else, not even in the gaps between rows.
            #expect(unsafe Array(memory[24..<28]) == [255, 0, 0, 255])
            #expect(unsafe memory.filter { $0 == 7 }.count == 44)
        }
        #expect(released == 1)
    }

    @Test func bitmap_context_keeps_what_the_client_writes() throws {
        let context = try bitmapContext(2, 1, alpha: .premultipliedLast, order: [])
        let data = unsafe try #require(context.data)
        unsafe data.storeBytes(of: 0xFFFF_FFFF, as: UInt32.self)
        context.fill(1, 0, 1, 1, red)
        #expect(try context.pixels().pixels == [0xFFFF_FFFF, 0xFFFF_0000])
    }

    @Test func image_of_context_does_not_change() throws {
        let context = try bitmapContext(1, 1)
        context.fill(0, 0, 1, 1, red)
        let first = try #require(context.makeImage())
        let same = try #require(context.makeImage())
        context.fill(0, 0, 1, 1, green)
        let second = try #require(context.makeImage())
        #expect(first.resource.bitmap().pixels == [0xFFFF_0000])
        #expect(same.dataProvider?.data == first.dataProvider?.data)
        #expect(second.resource.bitmap().pixels == [0xFF00_FF00])
    }

    @Test func image_of_context_does_not_see_the_client_write() throws {
        let context = try bitmapContext(1, 1)
        let data = unsafe try #require(context.data)
        let image = try #require(context.makeImage())
        unsafe data.storeBytes(of: 0xFFFF_FFFF, as: UInt32.self)
        #expect(image.resource.bitmap().pixels == [0])
    }

    @Test func image_outlives_its_context() throws {
        func make() throws -> CGImage {
            let context = try bitmapContext(1, 1)
            context.fill(0, 0, 1, 1, blue)
            return try #require(context.makeImage())
        }
        #expect(try make().resource.bitmap().pixels == [0xFF00_00FF])
    }

    @Test func bitmap_context_tells_its_format() throws {
        let context = try bitmapContext(3, 2, alpha: .noneSkipLast, order: .byteOrder32Big)
        #expect(context.width == 3 && context.height == 2 && context.bitsPerComponent == 8)
        #expect(context.bitsPerPixel == 32 && context.bytesPerRow >= 12 && context.alphaInfo == .noneSkipLast)
        #expect(context.bitmapInfo.contains(.byteOrder32Big))
        #expect(context.colorSpace == CGColorSpaceCreateDeviceRGB())
    }

    @Test func colors_are_those_of_the_space() throws {
        let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        let context = try bitmapContext(1, 1, space: space)
        let color = try #require(CGColor(colorSpace: space, components: [0.2, 0.4, 0.6, 1]))
        context.fill(0, 0, 1, 1, color)
        let data = unsafe try #require(context.data)
        #expect(unsafe data.load(as: UInt32.self) == 0xFF33_6699)
    }

    @Test func images_are_converted_to_the_space() throws {
        let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        let context = try bitmapContext(1, 1, space: linear)
        context.draw(
            CGImage(bitmap: Bitmap(width: 1, height: 1, pixels: [0xFF80_8080])),
            in: CGRect(x: 0, y: 0, width: 1, height: 1))
        let data = unsafe try #require(context.data)
        // 0.502 in sRGB is 0.2159 of the light.
        #expect(unsafe data.load(as: UInt32.self) == 0xFF37_3737)
    }
}

@Suite struct CGLayerTests {
    @Test func a_layer_has_the_pixels_of_its_context() throws {
        let context = try bitmapContext(8, 8)
        context.scaleBy(x: 2, y: 2)
        let layer = try #require(CGLayer(context, size: CGSize(width: 2, height: 1), auxiliaryInfo: nil))
        let own = try #require(layer.context)
        #expect(own.width == 4 && own.height == 2 && layer.size == CGSize(width: 2, height: 1))
        own.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        own.fill([CGRect(x: 0, y: 0, width: 1, height: 1)])
        context.draw(layer, at: .zero)
        context.draw(layer, in: CGRect(x: 2, y: 2, width: 2, height: 2))
        let pixels = try context.pixels()
        #expect(pixels[0, 7] == pixels[1, 6] && pixels[0, 7] != pixels[2, 7])
        #expect(pixels[4, 0] == pixels[0, 7] && pixels[4, 3] == pixels[0, 7] && pixels[6, 0] == pixels[2, 7])
    }

    @Test func a_layer_without_pixels_is_nil() throws {
        let context = try bitmapContext(8, 8)
        for size in [
            CGSize.zero, CGSize(width: -1, height: 1), CGSize(width: 1e9, height: 1),
            CGSize(width: CGFloat.nan, height: 1),
        ] {
            #expect(CGLayer(context, size: size, auxiliaryInfo: nil) == nil)
        }
    }
}
