import AVFoundation
import Foundation
import MicaResources
import MicaSurface
import MicaVideo

/// A film whose frame n carries n as a bar code, in a folder that goes with it.
final class TestClip {
    let url: URL
    let folder: URL

    /// - Parameters:
    ///   - name: `.mp4` is H.264, `.mov` PNG frames without loss.
    init(_ name: String = "clip.mp4", count: Int = 50, rate: FrameRate = FrameRate(25), width: Int = 96, height: Int = 64) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mica-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appendingPathComponent(name)
        let sink = VideoSink(path: url.path, format: name.hasSuffix(".mov") ? .losslessPNG : .h264)
        try sink.begin(FrameStream(width: width, height: height, rate: rate))
        for index in 0..<count { try sink.append(Self.picture(index, width, height), at: index) }
        try sink.finish()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Ten bars, the lowest bit at the left, white for 1.
    static func picture(_ index: Int, _ width: Int, _ height: Int) -> Bitmap {
        var bitmap = Bitmap(width: width, height: height, filledWith: 0xff00_0000)
        for y in 0..<height {
            for x in 0..<width where index >> (x * 10 / width) & 1 == 1 { bitmap[x, y] = 0xffff_ffff }
        }
        return bitmap
    }
}

/// The number in a picture of a clip's frame; nil where nothing is shown.
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
