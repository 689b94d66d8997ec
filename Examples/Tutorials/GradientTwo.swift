import QuartzCore
import UIKit

/// Two colours.
let gradientTwo = Example("gradient-two", shows: "red at the top left to blue at the bottom right") { root, _ in
    let gradient = CAGradientLayer()
    gradient.name = "gradient"
    gradient.frame = root.bounds
    gradient.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
    gradient.startPoint = CGPoint(x: 0, y: 0)
    gradient.endPoint = CGPoint(x: 1, y: 1)
    root.addSublayer(gradient)
}

/// Its page: where the line of the gradient begins and ends.
let gradientTwoListing = Listing(
    gradientTwo, "Two colors on the diagonal", from: "tutorial 2 listing 6.6"
) { controls in
    let gradient: CAGradientLayer = controls.layer("gradient")
    controls.slider("Start x", 0...1, 0) { gradient.startPoint.x = $0 }
    controls.slider("Start y", 0...1, 0) { gradient.startPoint.y = $0 }
    controls.slider("End x", 0...1, 1) { gradient.endPoint.x = $0 }
    controls.slider("End y", 0...1, 1) { gradient.endPoint.y = $0 }
}
