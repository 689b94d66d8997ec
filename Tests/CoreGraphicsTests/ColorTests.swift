import CoreGraphics
import Testing

/// A space of a name that the test needs.
private func space(_ name: String) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }

@Suite struct ColorTests {
    @Test func color_keeps_components_with_alpha_last() throws {
        let color = CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
        #expect(color.components == [0.25, 0.5, 0.75, 0.5])
        #expect(color.numberOfComponents == 4)
        #expect(color.alpha == 0.5)
        #expect(color.colorSpace?.name == CGColorSpace.sRGB)
        #expect(CGColor(gray: 0.5, alpha: 1).components == [0.5, 1])
    }

    @Test func color_from_space_and_components() throws {
        let p3 = try space(CGColorSpace.displayP3)
        let color = try #require(CGColor(colorSpace: p3, components: [1, 0, 0, 1]))
        #expect(color.colorSpace == p3)
        #expect(CGColor(colorSpace: p3, components: [1, 0, 0]) == nil)
        let components: [CGFloat] = [1, 0, 0, 1]
        let same = unsafe components.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe CGColor(colorSpace: p3, components: $0) }
        }
        #expect(same == color)
    }

    @Test func color_equality_wants_space_and_components() {
        #expect(CGColor(gray: 1, alpha: 1) == CGColor.white)
        #expect(CGColor(red: 1, green: 1, blue: 1, alpha: 1) != CGColor.white)
        #expect(Set([CGColor.black, CGColor(gray: 0, alpha: 1), .clear]).count == 2)
        #expect(CGColor.white.copy(alpha: 0.5) == CGColor(gray: 1, alpha: 0.5))
    }

    @Test func color_of_p3_is_outside_srgb() throws {
        let red = try #require(CGColor(colorSpace: try space(CGColorSpace.displayP3), components: [1, 0, 0, 1]))
        let extended = try #require(
            red.converted(to: try space(CGColorSpace.extendedSRGB), intent: .defaultIntent, options: nil))
        let parts = try #require(extended.components)
        // Source: CSS Color 4 gives color(display-p3 1 0 0) as color(srgb 1.093 -0.227 -0.150).
        #expect(abs(parts[0] - 1.0930) < 0.001 && abs(parts[1] + 0.2267) < 0.001 && abs(parts[2] + 0.1501) < 0.001)
        let limited = try #require(
            red.converted(to: try space(CGColorSpace.sRGB), intent: .defaultIntent, options: nil))
        #expect(limited.components == [1, 0, 0, 1])
        let wire = red.value.inSRGB
        #expect(abs(wire.red - Double(parts[0])) < 0.001 && abs(wire.green - Double(parts[1])) < 0.001)
    }

    @Test(arguments: [
        CGColorSpace.sRGB, CGColorSpace.linearSRGB, CGColorSpace.displayP3, CGColorSpace.linearDisplayP3,
        CGColorSpace.itur_709, CGColorSpace.itur_2020, CGColorSpace.adobeRGB1998, CGColorSpace.genericRGBLinear,
    ])
    func color_conversion_round_trips(name: String) throws {
        let color = CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.5)
        let there = try #require(color.converted(to: try space(name), intent: .defaultIntent, options: nil))
        let back = try #require(there.converted(to: try space(CGColorSpace.sRGB), intent: .defaultIntent, options: nil))
        for (a, b) in zip(color.components ?? [], back.components ?? []) { #expect(abs(a - b) < 1e-6) }
        let wire = there.value.inSRGB
        #expect(abs(wire.red - 0.2) < 1e-5 && abs(wire.green - 0.4) < 1e-5 && abs(wire.blue - 0.6) < 1e-5)
    }

    @Test func color_gray_is_the_same_in_srgb() throws {
        let gray = CGColor(gray: 0.5, alpha: 1)
        let rgb = try #require(gray.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil))
        for part in (rgb.components ?? []).dropLast() { #expect(abs(part - 0.5) < 1e-9) }
        let back = try #require(rgb.converted(to: CGColorSpaceCreateDeviceGray(), intent: .defaultIntent, options: nil))
        #expect(abs((back.components?.first ?? 0) - 0.5) < 1e-9)
    }

    @Test func color_crosses_the_wire_and_back() throws {
        for color in [CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4), .white, .clear] {
            #expect(CGColor(value: color.value) == color)
        }
        let wild = try #require(CGColor(colorSpace: try space(CGColorSpace.extendedSRGB), components: [2, -1, 0, 1]))
        #expect(CGColor(value: wild.value) == wild)
        let tamed = CGColor(red: 2, green: -1, blue: 0, alpha: 3)
        #expect(tamed.value.red == 1 && tamed.value.green == 0 && tamed.alpha == 1)
    }

    @Test func color_space_by_name() throws {
        #expect(CGColorSpace(name: "no such space") == nil)
        #expect(try space(CGColorSpace.sRGB).model == .rgb)
        #expect(try space(CGColorSpace.linearGray).numberOfComponents == 1)
        #expect(try space(CGColorSpace.displayP3).isWideGamutRGB)
    }
}
