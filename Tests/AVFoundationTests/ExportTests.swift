import Foundation
import Mica
import MicaBase
import MicaFilm
import MicaSurface
import Testing
@testable import AVFoundation

/// A picture whose upper half is green and lower half blue.
private func halves(_ index: Int, _ width: Int, _ height: Int) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height, filledWith: 0xff00_00ff)
    for y in 0..<height / 2 { for x in 0..<width { bitmap[x, y] = 0xff00_ff00 } }
    return bitmap
}

/// Whether a pixel is near a colour. Because: the export is compressed.
private func isNear(_ pixel: UInt32, _ color: UInt32, _ most: Int = 40) -> Bool {
    [16, 8, 0].allSatisfy { (shift: UInt32) in abs(Int(pixel >> shift & 255) - Int(color >> shift & 255)) <= most }
}

@Suite struct ExportTests {
    private func session(_ asset: AVAsset, _ url: URL, _ tool: AVVideoCompositionCoreAnimationTool?) throws
        -> AVAssetExportSession
    {
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        let composition = AVMutableVideoComposition(propertiesOf: asset)
        composition.animationTool = tool
        (session.outputURL, session.outputFileType, session.videoComposition) = (url, .mov, composition)
        return session
    }

    @Test func layers_are_burnt_into_a_film_and_its_sound_is_copied() async throws {
        let clip = try TestClip("clip.mov", hasSound: true)
        let asset = AVURLAsset(url: clip.url)
        #expect(asset.tracks(withMediaType: .audio).count == 1)
        let (parent, video, overlay) = (CALayer(), CALayer(), CALayer())
        parent.frame = CGRect(x: 0, y: 0, width: 96, height: 64)
        video.frame = parent.frame
        overlay.frame = CGRect(x: 0, y: 0, width: 24, height: 16)
        overlay.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        parent.addSublayer(video)
        parent.addSublayer(overlay)
        // Goes from the lower left corner to the upper one with the film's second second.
        let animation = CABasicAnimation(keyPath: "position.y")
        (animation.fromValue, animation.toValue) = (8.0, 56.0)
        (animation.beginTime, animation.duration) = (AVCoreAnimationBeginTimeAtZero + 1, 1)
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        overlay.add(animation, forKey: nil)
        let url = clip.folder.appendingPathComponent("out.mov")
        let export = try session(
            asset, url, AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent))
        await export.export()
        #expect(
            export.status == .completed && export.error == nil && export.progress == 1,
            "\(String(describing: export.error))")
        #expect(parent.superlayer == nil)
        let film = try Film(path: url.path)
        #expect(film.index.count == 50 && film.width == 96 && film.height == 64)
        for frame in [0, 10, 24, 25, 37, 49] {
            let bitmap = try film.bitmap(of: frame)
            // The overlay's middle, in lines from the top.
            let y = min(max(Double(frame - 25) / 25, 0), 1) * 48 + 8
            #expect(
                isNear(bitmap[4, Int(64 - y)], 0xffff_0000, 60),
                "frame \(frame): \(String(bitmap[4, Int(64 - y)], radix: 16))")
            #expect(!isNear(bitmap[4, Int(y) < 32 ? 4 : 60], 0xffff_0000, 60))
            // Bars that the overlay leaves: those from the third on.
            let code = (3..<10).reduce(0) { $0 | (bitmap[(2 * $1 + 1) * 96 / 20, 32] >> 8 & 255 > 127 ? 1 << $1 : 0) }
            #expect(code == frame & ~7)
        }
        #expect(try samples(url) == samples(clip.url))
    }

    @Test func pictures_stand_upright_in_layers_whose_y_is_up() async throws {
        let clip = try TestClip("clip.mp4", count: 5, picture: halves)
        let asset = AVURLAsset(url: clip.url)
        let (parent, video, image) = (CALayer(), CALayer(), CALayer())
        parent.frame = CGRect(x: 0, y: 0, width: 96, height: 64)
        video.frame = CGRect(x: 0, y: 0, width: 48, height: 64)
        image.frame = CGRect(x: 48, y: 0, width: 48, height: 64)
        image.contents = CGImage(bitmap: halves(0, 48, 64))
        parent.addSublayer(video)
        parent.addSublayer(image)
        let url = clip.folder.appendingPathComponent("out.mov")
        let export = try session(
            asset, url, AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent))
        await export.export()
        #expect(export.status == .completed, "\(String(describing: export.error))")
        let bitmap = try Film(path: url.path).bitmap(of: 2)
        for x in [20, 70] { #expect(isNear(bitmap[x, 10], 0xff00_ff00) && isNear(bitmap[x, 54], 0xff00_00ff), "\(x)") }
    }

    @Test func composition_has_parts_of_films_in_order() async throws {
        let (a, b) = (try TestClip(), try TestClip(count: 30))
        let (first, second) = (AVURLAsset(url: a.url), AVURLAsset(url: b.url))
        let composition = AVMutableComposition()
        let track = try #require(
            composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
        func time(_ frames: Int64) -> CMTime { CMTime(value: frames, timescale: 25) }
        let (source, other) = (
            try #require(first.tracks(withMediaType: .video).first),
            try #require(second.tracks(withMediaType: .video).first)
        )
        try track.insertTimeRange(CMTimeRange(start: time(10), duration: time(10)), of: source, at: .zero)
        try track.insertTimeRange(CMTimeRange(start: time(0), duration: time(20)), of: other, at: time(5))
        track.insertEmptyTimeRange(CMTimeRange(start: composition.duration, duration: time(5)))
        try track.insertTimeRange(CMTimeRange(start: time(40), duration: time(4)), of: source, at: composition.duration)
        track.scaleTimeRange(CMTimeRange(start: time(35), duration: time(4)), toDuration: time(8))
        let expected: [Int?] =
            Array(10..<15) + Array(0..<20) + Array(15..<20) + Array(repeating: nil, count: 5) + [
                40, 40, 41, 41, 42, 42, 43, 43,
            ]
        #expect(composition.duration == time(Int64(expected.count)) && composition.naturalSize == source.naturalSize)
        // Played, in any order.
        let player = AVPlayer(playerItem: AVPlayerItem(asset: composition))
        let renderer = LayerRenderer(layer: layer(of: player))
        player.play()
        renderer.advance(to: 3)
        for frame in expected.indices.shuffled() {
            #expect(barCode(renderer.bitmap(at: (Double(frame) + 0.5) / 25)) == expected[frame], "\(frame)")
        }
        // A part taken out.
        track.removeTimeRange(CMTimeRange(start: time(5), duration: time(20)))
        let url = a.folder.appendingPathComponent("out.mp4")
        let export = try #require(
            AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
        try await export.export(to: url, as: .mp4)
        let film = try Film(path: url.path)
        let left = Array(expected[..<5] + expected[25...])
        #expect(film.index.count == left.count)
        for frame in left.indices { #expect(barCode(try film.bitmap(of: frame)) == left[frame] ?? 0, "\(frame)") }
    }

    @Test func part_of_a_film_is_exported_in_another_size() async throws {
        let clip = try TestClip("clip.mov", width: 960, height: 640, hasSound: true)
        let export = try #require(
            AVAssetExportSession(asset: AVURLAsset(url: clip.url), presetName: AVAssetExportPreset640x480))
        export.timeRange = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 1, timescale: 2))
        let url = clip.folder.appendingPathComponent("out.mov")
        try await export.export(to: url, as: .mov)
        let film = try Film(path: url.path)
        #expect(film.width == 640 && film.height == 428 && film.index.count == 13)
        #expect(barCode(try film.bitmap(of: 3)) == 28)
        let sound = try samples(url)
        #expect(sound.contains(8000) && sound.contains(11_999) && sound.count < 8000)
    }

    @Test func exports_that_cannot_be_say_why() async throws {
        let clip = try TestClip(count: 5)
        let asset = AVURLAsset(url: clip.url)
        #expect(AVAssetExportSession(asset: asset, presetName: "AVAssetExportPresetHEVCHighestQuality") == nil)
        func failure(_ asset: AVAsset, _ name: String, _ type: AVFileType) async throws -> AVError? {
            let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
            do { try await export.export(to: clip.folder.appendingPathComponent(name), as: type) } catch {
                #expect(export.status == .failed)
                return error as? AVError
            }
            return nil
        }
        #expect(try await failure(asset, "clip.mp4", .mp4)?.code == .fileAlreadyExists)
        #expect(try await failure(asset, "out.m4a", .m4a)?.code == .exportFailed)
        #expect(try await failure(AVMutableComposition(), "out.mp4", .mp4)?.code == .operationNotSupportedForAsset)
        #expect(
            try await failure(AVURLAsset(url: clip.folder.appendingPathComponent("none.mp4")), "out.mp4", .mp4)?.code
                == .fileFormatNotRecognized)
        let cancelled = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        cancelled.outputURL = clip.folder.appendingPathComponent("never.mp4")
        cancelled.cancelExport()
        #expect(cancelled.status == .cancelled)
        #expect(!FileManager.default.fileExists(atPath: clip.folder.appendingPathComponent("out.mp4").path))
    }

    @Test func images_of_a_film_are_exact() async throws {
        let clip = try TestClip()
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: clip.url))
        for frame in [7, 49, 0, 31] {
            let (image, time) = try await generator.image(
                at: CMTime(seconds: (Double(frame) + 0.7) / 25, preferredTimescale: 600))
            #expect(barCode(image.resource.bitmap()) == frame && time == CMTime(value: Int64(frame), timescale: 25))
        }
        generator.maximumSize = CGSize(width: 48, height: 0)
        let small = try unsafe generator.copyCGImage(at: CMTime(value: 1, timescale: 1), actualTime: nil)
        #expect(small.width == 48 && small.height == 32 && barCode(small.resource.bitmap()) == 25)
        await #expect(throws: AVError.self) { try await generator.image(at: .invalid) }
        let none = AVAssetImageGenerator(asset: AVURLAsset(url: clip.folder.appendingPathComponent("none.mp4")))
        await #expect(throws: AVError.self) { try await none.image(at: .zero) }
    }
}

@Suite struct QueueTests {
    @Test func queue_plays_items_one_after_the_other() throws {
        let (a, b) = (try TestClip(count: 20), try TestClip(count: 10))
        let player = AVQueuePlayer(items: [
            AVPlayerItem(url: a.url), AVPlayerItem(url: b.url), AVPlayerItem(url: a.url),
        ])
        let renderer = LayerRenderer(layer: layer(of: player))
        player.play()
        renderer.advance(to: 3)
        for frame in 0..<50 {
            let expected = frame < 20 ? frame : frame < 30 ? frame - 20 : frame - 30
            #expect(barCode(renderer.bitmap(at: (Double(frame) + 0.5) / 25)) == expected, "\(frame)")
        }
        #expect(player.items().isEmpty && player.currentItem == nil)
    }

    @Test func looper_plays_again_and_again_without_drift() throws {
        let clip = try TestClip(count: 30, rate: FrameRate(30_000, over: 1001))
        let player = AVQueuePlayer()
        let looper = AVPlayerLooper(
            player: player, templateItem: AVPlayerItem(url: clip.url),
            timeRange: CMTimeRange(
                start: CMTime(value: 10_010, timescale: 30_000), duration: CMTime(value: 20 * 1001, timescale: 30_000)))
        let renderer = LayerRenderer(layer: layer(of: player))
        player.play()
        for frame in stride(from: 0, to: 2000, by: 13) {
            let time = (Double(frame) + 0.01) * 1001 / 30_000
            #expect(barCode(renderer.bitmap(at: time)) == 10 + frame % 20, "\(frame)")
        }
        #expect(looper.loopCount == 99 && looper.status == .ready && player.items().count == 3)
        looper.disableLooping()
        renderer.advance(to: 80)
        #expect(player.currentItem == nil && looper.status == .cancelled)
    }

    @Test func synchronized_layer_has_the_time_of_the_item() throws {
        let clip = try TestClip()
        let item = AVPlayerItem(url: clip.url)
        let player = AVPlayer(playerItem: item)
        let synchronized = AVSynchronizedLayer(playerItem: item)
        synchronized.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        let shown = CALayer()
        shown.frame = synchronized.bounds
        shown.backgroundColor = CGColor(gray: 0, alpha: 1)
        synchronized.addSublayer(shown)
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue, fade.duration, fade.beginTime) = (0.0, 1.0, 2, AVCoreAnimationBeginTimeAtZero)
        fade.isRemovedOnCompletion = false
        shown.add(fade, forKey: nil)
        let renderer = LayerRenderer(layer: synchronized)
        renderer.schedule(at: 0.5) { player.play() }
        renderer.schedule(at: 1) { player.pause() }
        renderer.schedule(at: 1.5) { player.seek(to: CMTime(value: 1, timescale: 1)) }
        renderer.schedule(at: 2) { player.rate = -0.5 }
        for (time, expected) in [(0.2, 0.0), (0.75, 0.25), (0.9, 0.4), (1.2, 0.5), (1.7, 1), (2.4, 0.8), (3, 0.5)] {
            let alpha = Double(renderer.bitmap(at: time)[5, 5] >> 24) / 255
            #expect(abs(alpha - expected / 2) <= 0.6 / 255, "\(time): \(alpha)")
        }
    }
}
