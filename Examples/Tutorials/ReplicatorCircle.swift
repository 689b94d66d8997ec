import QuartzCore
import UIKit

/// Ten squares in a ring, each turned and coloured from the one before.
let replicatorCircle = Example(
    "replicator-circle", shows: "ten squares in a ring, from white at the top towards red"
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.2, alpha: 1)
    let replicator = CAReplicatorLayer()
    replicator.name = "replicator"
    replicator.frame = root.bounds
    root.addSublayer(replicator)
    replicator.instanceCount = 10
    // About a point 80 below the middle of the first square: the middle of the view.
    replicator.instanceTransform = CATransform3DMakeRotation(.pi / 5, 0, 0, 1)
    replicator.instanceBlueOffset = -0.1
    replicator.instanceGreenOffset = -0.1

    let square = CALayer()
    square.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    square.position = CGPoint(x: root.bounds.midX, y: root.bounds.midY - 80)
    square.backgroundColor = CGColor(gray: 1, alpha: 1)
    replicator.addSublayer(square)
}

/// Its page: how many there are, how far each is turned from the one before, how their colours go, and a delay that nothing shows: nothing
/// is animated.
let replicatorCircleListing = Listing(
    replicatorCircle, "A ring of squares: CAReplicatorLayer", from: "tutorial 1 §4, 2 listing 6.8"
) { controls in
    let replicator: CAReplicatorLayer = controls.layer("replicator")
    controls.slider("Instances", 1...20, 10) { replicator.instanceCount = Int($0.rounded()) }
    controls.slider("Angle", 0...2, .pi / 5) { angle in
        replicator.instanceTransform = CATransform3DMakeRotation(angle, 0, 0, 1)
    }
    controls.slider("Blue each", -0.3...0, -0.1) { replicator.instanceBlueOffset = Float($0) }
    controls.slider("Green each", -0.3...0, -0.1) { replicator.instanceGreenOffset = Float($0) }
}
