import Foundation
import Mica
import MicaBase
import Synchronization
import Testing
@testable import AVFoundation

/// A view as far as the tutorial's listings want one.
private final class ContainerView {
    let layer = CALayer()
    var bounds: CGRect { layer.bounds }
    init(_ size: CGSize) { layer.frame = CGRect(origin: .zero, size: size) }
}

/// The listings of a tutorial about layers that play films, names and order kept.
private final class ViewController {
    let containerView = ContainerView(CGSize(width: 240, height: 160))
    private let film: URL
    init(_ film: URL) { self.film = film }

    /// A film in a layer.
    func viewDidLoad() {
        // get video URL
        let url = film
        // create player and player layer
        let player = AVPlayer(url: url)
        let playerLayer = AVPlayerLayer(player: player)
        // set player layer frame and attach it to our view
        playerLayer.frame = containerView.bounds
        containerView.layer.addSublayer(playerLayer)
        // play the video
        player.play()
    }

    /// The same turned in space, with round corners and a border.
    func viewDidLoadTurned() {
        let player = AVPlayer(url: film)
        let playerLayer = AVPlayerLayer(player: player)
        // set player layer frame and attach it to our view
        playerLayer.frame = containerView.bounds
        containerView.layer.addSublayer(playerLayer)
        Self.transform(playerLayer)
        // play the video
        player.play()
    }

    static func transform(_ playerLayer: CALayer) {
        // transform layer
        var transform = CATransform3DIdentity
        transform.m34 = -1.0 / 500.0
        transform = CATransform3DRotate(transform, .pi / 4, 1, 1, 0)
        playerLayer.transform = transform
        // add rounded corners and border
        playerLayer.masksToBounds = true
        playerLayer.cornerRadius = 20.0
        playerLayer.borderColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        playerLayer.borderWidth = 5.0
    }
}

private final class PictureBox: Sendable {
    let pictures = Mutex<[Bitmap]>([])
}

@Suite struct ListingTests {
    /// A film without loss: its picture is that of the same pictures as contents.
    private func clip() throws -> TestClip { try TestClip("clip.mov", width: 120, height: 80) }

    /// The listing's pictures, on a thread of its own: a player that plays before there is a renderer begins with it, and threads of other
    /// tests may have one.
    private static func pictures(of film: URL, at times: [Double], isTurned: Bool, encodes: Bool) -> [Bitmap] {
        let box = PictureBox(), done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let controller = ViewController(film)
            if isTurned { controller.viewDidLoadTurned() } else { controller.viewDidLoad() }
            let renderer = LayerRenderer(
                layer: controller.containerView.layer, size: nil, scale: 1, threads: 2, encodes: encodes)
            let drawn = times.map { renderer.bitmap(at: $0) }
            box.pictures.withLock { $0 = drawn }
            done.signal()
        }
        // As much as the main thread has.
        thread.stackSize = 8 << 20
        thread.start()
        done.wait()
        return box.pictures.withLock { $0 }
    }

    private func picture(_ frame: Int, isTurned: Bool) -> Bitmap {
        let root = CALayer(), layer = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 240, height: 160)
        layer.frame = root.bounds
        layer.contents = CGImage(bitmap: TestClip.picture(frame, 120, 80))
        layer.contentsGravity = .resizeAspect
        root.addSublayer(layer)
        if isTurned { ViewController.transform(layer) }
        return LayerRenderer(layer: root).bitmap(at: 0)
    }

    @Test(arguments: [false, true])
    func film_in_a_view_is_drawn_as_an_image_of_its_frame(isTurned: Bool) throws {
        let clip = try clip()
        for encodes in [false, true] {
            let drawn = Self.pictures(of: clip.url, at: [1.98, 0.5, 0], isTurned: isTurned, encodes: encodes)
            for (bitmap, frame) in zip(drawn, [49, 12, 0]) {
                #expect(bitmap == picture(frame, isTurned: isTurned), "frame \(frame)")
            }
            #expect(drawn.count == 3)
        }
    }
}
