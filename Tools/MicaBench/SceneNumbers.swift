import Foundation

/// The numbers of one scene: a hash of (stream, item, index), so that each is available by itself, in any order.
///
/// *Source*: the constants are those of the comparison's generator (scenes.h), so that all renderers draw the same
/// scene.
struct SceneNumbers {
    /// The number of the scene.
    let stream: UInt32

    /// A number within 0..<1 that belongs to an item.
    func unit(_ item: Int, _ index: UInt32) -> Double {
        let seed = stream &* 0x9e37_79b9 &+ UInt32(item) &* 0x85eb_ca6b &+ index &* 0xc2b2_ae35 &+ 1
        return Double(Self.scrambled(seed)) / 4_294_967_296
    }

    /// An angle within 0..<2π radians that belongs to an item.
    func angle(_ item: Int, _ index: UInt32) -> Double { 2 * Double.pi * unit(item, index) }

    /// An opaque colour that belongs to an item, `0xAARRGGBB`.
    func color(_ item: Int, _ index: UInt32 = 0) -> UInt32 {
        let seed = stream &* 77 &+ UInt32(item) &* 9973 &+ index &* 131_071 &+ 5
        return 0xFF00_0000 | Self.scrambled(seed) & 0x00FF_FFFF
    }

    /// A coordinate that swings about a position of its own, `amplitude` pixels to both sides, within 0...limit.
    func swing(_ item: Int, _ index: UInt32, limit: Double, amplitude: Double, frame: Int) -> Double {
        let center = amplitude + unit(item, index) * (limit - 2 * amplitude)
        return center + amplitude * sin(0.03 * Double(frame) + angle(item, index + 8))
    }

    /// A bijection of words in which every bit of the input changes about half of the output's.
    private static func scrambled(_ word: UInt32) -> UInt32 {
        var word = (word ^ word >> 16) &* 0x7feb_352d
        word = (word ^ word >> 15) &* 0x846c_a68b
        return word ^ word >> 16
    }
}
