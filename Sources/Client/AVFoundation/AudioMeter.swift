import Foundation
import MicaFilm

/// The power of a sound shortly before a time, by channel.
struct AudioMeter {
    /// The power in decibels of the full scale, left and right.
    private(set) var average = Self.silence
    private(set) var peak = Self.silence

    /// The power of silence. *Source*: Apple, averagePower(forChannel:): -160 dB is the minimum.
    static let least: Float = -160
    private static let silence = SIMD2<Float>(repeating: least)

    /// How long before the time the sound is measured. *Units*: seconds.
    private static let length = 0.05
    private static let rate = 48_000

    /// Measures the sound of a reader that ends at a time of its file.
    mutating func measure(_ reader: SoundReader, endingAt time: Double) {
        let start = max(0, time - Self.length)
        let count = Int(((time - start) * Double(Self.rate)).rounded())
        (average, peak) = (Self.silence, Self.silence)
        guard count > 0 else { return }
        var frames = [Float](repeating: 0, count: 2 * count)
        reader.begin(at: start, speed: 1, rate: Self.rate)
        _ = reader.read(count, addingTo: &frames, at: 0)
        var (squares, largest) = (SIMD2<Double>(), SIMD2<Float>())
        for index in 0..<count {
            let (left, right) = (frames[2 * index], frames[2 * index + 1])
            squares += SIMD2(Double(left * left), Double(right * right))
            largest = SIMD2(max(largest.x, abs(left)), max(largest.y, abs(right)))
        }
        let level = squares / Double(count)
        average = SIMD2(Self.decibels(level.x.squareRoot()), Self.decibels(level.y.squareRoot()))
        peak = SIMD2(Self.decibels(Double(largest.x)), Self.decibels(Double(largest.y)))
    }

    /// Silence, as when nothing is played.
    mutating func reset() { (average, peak) = (Self.silence, Self.silence) }

    private static func decibels(_ level: Double) -> Float {
        level > 0 ? min(max(Float(20 * log10(level)), least), 0) : least
    }
}
