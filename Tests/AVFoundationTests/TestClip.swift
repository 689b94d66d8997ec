import AVFoundation
import CLibAV
import Foundation
import MicaBase
import MicaFilm
import MicaSurface
import MicaVideo

/// A film whose frame n carries n as a bar code, in a folder that goes with it.
final class TestClip {
    let url: URL
    let folder: URL

    /// - Parameters:
    ///   - name: `.mp4` is H.264, `.mov` PNG frames without loss.
    ///   - hasSound: whether there is sound without compression, whose sample n is n. In `.mov` files with H.264.
    ///   - sound: a WAVE file in place of that.
    init(
        _ name: String = "clip.mp4", count: Int = 50, rate: FrameRate = FrameRate(25), width: Int = 96,
        height: Int = 64,
        hasSound: Bool = false, sound: Data? = nil, picture: (Int, Int, Int) -> Bitmap = TestClip.picture
    ) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mica-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appendingPathComponent(name)
        var sources: [any PacketSource] = []
        if hasSound {
            let wave = folder.appendingPathComponent("sound.wav")
            let samples = Int(Double(count) / rate.framesPerSecond * 8000)
            try (sound ?? Self.wave(samples)).write(to: wave)
            let part = SoundPart(path: wave.path, track: 0, range: 0..<Double(samples) / 8000, target: 0)
            if let source = try SoundSource([part]) { sources.append(source) }
        }
        let isLossless = name.hasSuffix(".mov") && !hasSound
        let sink = VideoSink(
            path: url.path, format: isLossless ? .losslessPNG : .h264, copying: sources,
            container: name.hasSuffix(".mov") ? "mov" : nil)
        try sink.begin(FrameStream(width: width, height: height, rate: rate))
        for index in 0..<count { try sink.append(picture(index, width, height), at: index) }
        try sink.finish()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A WAVE file of 8,000 samples a second of 16 bits, one channel.
    static func wave(_ count: Int, sample: (Int) -> Int = { $0 & 0x7fff }) -> Data {
        var data = Data()
        func word(_ value: Int, _ bytes: Int) {
            for byte in 0..<bytes { data.append(UInt8(value >> (8 * byte) & 255)) }
        }
        data.append(contentsOf: Array("RIFF".utf8))
        word(36 + 2 * count, 4)
        data.append(contentsOf: Array("WAVEfmt ".utf8))
        for (value, bytes) in [(16, 4), (1, 2), (1, 2), (8000, 4), (16_000, 4), (2, 2), (16, 2)] { word(value, bytes) }
        data.append(contentsOf: Array("data".utf8))
        word(2 * count, 4)
        for index in 0..<count { word(sample(index), 2) }
        return data
    }

    /// Ten bars, the lowest bit at the left, white for 1.
    static func picture(_ index: Int, _ width: Int, _ height: Int) -> Bitmap {
        var bitmap = Bitmap(width: width, height: height, filledWith: 0xff00_0000)
        for y in 0..<height {
            for x in 0..<width where index >> (x * 10 / width) & 1 == 1 { bitmap[x, y] = 0xffff_ffff }
        }
        return bitmap
    }
}

/// The number in a picture of a clip's frame; nil if nothing is shown.
func barCode(_ bitmap: Bitmap) -> Int? {
    if bitmap[bitmap.width / 20, bitmap.height / 2] == 0 { return nil }
    return (0..<10).reduce(0) { sum, bit in
        sum | (bitmap[(2 * bit + 1) * bitmap.width / 20, bitmap.height / 2] >> 8 & 255 > 127 ? 1 << bit : 0)
    }
}

/// A layer of a clip's size that shows a player.
func layer(of player: AVPlayer, width: CGFloat = 96, height: CGFloat = 64) -> AVPlayerLayer {
    let layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    return layer
}

/// The samples of a file's sound without compression.
func samples(_ url: URL) throws -> [Int] {
    let tracks = try filmTracks(path: url.path)
    guard let track = tracks.first(where: { $0.kind == .audio }),
        let source = try SoundSource([SoundPart(path: url.path, track: track.index, range: 0..<1e6, target: 0)])
    else { return [] }
    guard let packet = unsafe av_packet_alloc() else { return [] }
    var result: [Int] = []
    while unsafe source.next(packet) {
        let bytes = unsafe UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            result.append(unsafe Int(bytes[index]) | Int(bytes[index + 1]) << 8)
        }
        unsafe av_packet_unref(packet)
    }
    var gone: UnsafeMutablePointer<AVPacket>? = unsafe packet
    unsafe av_packet_free(&gone)
    return result
}
