import AVFoundation
import QuartzCore
import UIKit

/// A film in a layer. Where there is no library that decodes films the layer shows nothing.
let video = Example("video", shows: "a ship that sails past, whole, in the middle of a view", duration: 4, moment: 2) {
    root, _ in
    let containerView = CALayer()
    containerView.frame = CGRect(x: 20, y: 20, width: 280, height: 200)
    containerView.backgroundColor = UIColor.darkGray.cgColor
    root.addSublayer(containerView)
    // get video URL
    guard let url = shipFilm else { return }
    // create player and player layer
    let player = AVPlayer(url: url)
    let playerLayer = AVPlayerLayer(player: player)
    playerLayer.name = "film"
    // set player layer frame and attach it to our view
    playerLayer.frame = containerView.bounds
    containerView.addSublayer(playerLayer)
    // play the video
    player.play()
}

/// Its page: how the film lies in its layer, how fast it goes, and to where.
let videoListing = Listing(video, "A film in a layer", from: "tutorial 2 listing 6.15") { controls in
    guard let film = controls.layers(AVPlayerLayer.self).first, let player = film.player else { return }
    controls.choice("Gravity", ["Aspect", "Fill", "Resize"], 0) {
        film.videoGravity = [.resizeAspect, .resizeAspectFill, .resize][$0]
        film.masksToBounds = true
    }
    controls.slider("Time", 0...4, 0) { player.seek(to: CMTime(seconds: $0, preferredTimescale: 600)) }
    controls.choice("Rate", ["0.5", "1", "2", "-1"], 1) { player.rate = [0.5, 1, 2, -1][$0] }
    controls.toggle("Play", true) { if $0 { player.play() } else { player.pause() } }
}
