import MicaBase
import MicaCodecs

/// Writes an animated PNG with whole RGBA frames. Times are in milliseconds, or in seconds beyond 65 seconds.
///
/// *Source*: PNG specification, third edition (W3C), section 11.3.4.
package final class PNGAnimationEncoder: AnimationEncoder {
    private let width: Int, height: Int, frameCount: Int, loopCount: Int
    private var framesWritten = 0
    private var sequence: UInt32 = 0

    /// Starts an animation of a known number of frames.
    ///
    /// - Parameter loopCount: How often the animation plays; 0 is for ever.
    /// - Precondition: there is at least one frame.
    package init(width: Int, height: Int, frameCount: Int, loopCount: Int = 0) throws(ImageError) {
        precondition(frameCount > 0, "an animation has frames")
        try requireSize(of: Bitmap(width: width, height: min(height, 1)), format: .png, atMost: Int(Int32.max))
        try requireSize(of: Bitmap(width: min(width, 1), height: height), format: .png, atMost: Int(Int32.max))
        (self.width, self.height, self.frameCount, self.loopCount) = (width, height, frameCount, loopCount)
    }

    /// Adds a frame, and returns its bytes.
    ///
    /// - Precondition: the frame has the animation's size, and the announced count is not exceeded.
    package func append(_ frame: Bitmap, duration: Double) throws(ImageError) -> [UInt8] {
        precondition(frame.width == width && frame.height == height, "a frame of another size")
        precondition(framesWritten < frameCount, "more frames than were announced")
        let still = try PNGEncoder.encode(frame, keepsAlpha: true)
        let reader = ByteReader(bytes: still, format: .png)
        var file: [UInt8] = []
        var hasControl = false
        if framesWritten == 0 { file += still[..<8] }
        var offset = 8
        while reader.contains(offset, 12) {
            let length = try reader.bigEndian(offset, 4)
            let data = still[offset + 8..<offset + 8 + length]
            let name = reader.letters(at: offset + 4)
            offset += length + 12
            if name == "IDAT", !hasControl {
                hasControl = true
                if framesWritten == 0 {
                    appendChunk("acTL", (bigEndian(frameCount) + bigEndian(loopCount))[...], to: &file)
                }
                appendChunk("fcTL", control(duration)[...], to: &file)
            }
            if name == "IEND" { break }
            if framesWritten == 0 {
                appendChunk(name, data, to: &file)
            } else if name == "IDAT" {
                appendChunk("fdAT", (nextSequence() + data)[...], to: &file)
            }
        }
        framesWritten += 1
        return file
    }

    /// Returns the end of the file.
    ///
    /// - Precondition: all announced frames were added.
    package func finish() throws(ImageError) -> [UInt8] {
        precondition(framesWritten == frameCount, "fewer frames than were announced")
        var file: [UInt8] = []
        appendChunk("IEND", [], to: &file)
        return file
    }

    /// A frame control chunk: the frame replaces the whole canvas, and stays.
    private func control(_ duration: Double) -> [UInt8] {
        let milliseconds = max(duration, 0) * 1000
        let isShort = milliseconds < 65_535
        let time = UInt16(min((isShort ? milliseconds : milliseconds / 1000).rounded(), 65_535))
        let unit: UInt16 = isShort ? 1000 : 1
        var data = nextSequence() + bigEndian(width) + bigEndian(height) + bigEndian(0) + bigEndian(0)
        for number in [time, unit] { data += [UInt8(number >> 8), UInt8(number & 255)] }
        return data + [0, 0]
    }

    private func nextSequence() -> [UInt8] {
        defer { sequence += 1 }
        return bigEndian(sequence)
    }

    private func bigEndian(_ number: Int) -> [UInt8] { bigEndian(UInt32(truncatingIfNeeded: number)) }

    private func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
