@testable import AVFoundation
import Foundation
import MicaRandom
import MicaSurface
import MicaTrace
import QuartzCore
import Testing

/// When layers in windows get the frames of films.
@Suite struct RefreshTests {
    /// A film whose frames last as long as refreshes, which lie anywhere between its times, and a thread that wakes late by up to
    /// three quarters of a refresh.
    @Test(arguments: [0, 0.0001, 0.004, 0.0083, 0.0166]) func each_refresh_has_the_frame_of_its_time(origin: Double)
        throws
    {
        let clip = try TestClip("clip.mov", count: 60, rate: FrameRate(60), width: 40, height: 8)
        let player = AVPlayer(url: clip.url)
        let layer = layer(of: player)
        let grid = RefreshGrid(origin: origin, rate: 60)
        player.output.refreshes = grid
        // Whatever else drives the thread.
        MediaClock.with(time: 0) { player.play() }
        var random = SeededGenerator(seed: 1)
        var (time, shown): (Double, [(time: Double, frame: Int)]) = (0, [])
        while time < 0.95 {
            player.run(at: time, wake: nil)
            shown.append((time, player.output.frame ?? -1))
            let next = try #require(player.nextEvent(after: time))
            // At first the file is read.
            #expect(next > time || shown.count == 1, "the thread would be busy")
            time = next + random.number(0...0.0125)
        }
        for index in 1..<56 {
            let refresh = grid.time(Double(index))
            let frame = shown.last { $0.time <= refresh }?.frame
            #expect(frame == Int(refresh * 60 + 1e-5), "refresh \(index)")
        }
        withExtendedLifetime(layer) {}
    }

    @Test func without_refreshes_frames_come_at_their_times() {
        let output = PlayerOutput()
        #expect(output.shownTime(of: 0.3) == 0.3 && output.givingTime(ofDue: 0.4, after: 0.3) == 0.4)
        #expect(output.givingTime(ofDue: 0.2, after: 0.3) == 0.3)
    }
}
