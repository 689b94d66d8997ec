import AVFoundation
import QuartzCore
import UIKit

/// A film on a layer that is turned in space, with round corners and a border.
let video3D = Example(
    "video-3d", shows: "a ship that sails past, on a turned plane with perspective, round corners and a red border",
    duration: 4, moment: 2
) { root, _ in
    let containerView = CALayer()
    containerView.frame = CGRect(x: 40, y: 40, width: 240, height: 160)
    root.addSublayer(containerView)
    guard let url = shipFilm else { return }
    // create player and player layer
    let player = AVPlayer(url: url)
    let playerLayer = AVPlayerLayer(player: player)
    // set player layer frame and attach it to our view
    playerLayer.frame = containerView.bounds
    containerView.addSublayer(playerLayer)
    // transform layer
    playerLayer.transform = turned(by: .pi / 4)
    // add rounded corners and border
    playerLayer.masksToBounds = true
    playerLayer.cornerRadius = 20.0
    playerLayer.borderColor = UIColor.red.cgColor
    playerLayer.borderWidth = 5.0
    // play the video
    player.play()
}

private func turned(by angle: Double) -> CATransform3D {
    var transform = CATransform3DIdentity
    transform.m34 = -1.0 / 500.0
    return CATransform3DRotate(transform, CGFloat(angle), 1, 1, 0)
}

/// Its page: the turn, the corners and the border.
let video3DListing = Listing(video3D, "A film on a turned plane", from: "tutorial 2 listing 6.16") { controls in
    guard let film = controls.layers(AVPlayerLayer.self).first else { return }
    controls.slider("Turn", 0...1.4, .pi / 4) { film.transform = turned(by: $0) }
    controls.slider("Corners", 0...80, 20) { film.cornerRadius = $0 }
    controls.slider("Border", 0...30, 5) { film.borderWidth = $0 }
    controls.toggle("Clipped", true) { film.masksToBounds = $0 }
}
