@testable import AVFoundation
import Foundation
import MicaResources
import Testing

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

@Suite struct ListingTests {
    /// A film without loss: what is drawn of it is what is drawn of the same pictures as contents.
    private func clip() throws -> TestClip { try TestClip("clip.mov", width: 120, height: 80) }

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
            let controller = ViewController(clip.url)
            if isTurned { controller.viewDidLoadTurned() } else { controller.viewDidLoad() }
            let renderer = LayerRenderer(
                layer: controller.containerView.layer, size: nil, scale: 1, threads: 2, encodes: encodes)
            for (time, frame) in [(1.98, 49), (0.5, 12), (0, 0)] {
                #expect(renderer.bitmap(at: time) == picture(frame, isTurned: isTurned), "\(time)")
            }
            if isTurned, !encodes, let folder = ProcessInfo.processInfo.environment["MICA_PICTURES"] {
                try renderer.write(to: folder + "/film-turned.png", at: 0.5)
            }
        }
    }
}
