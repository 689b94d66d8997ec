import QuartzCore
import UIKit

/// Three colours at places of their own.
let gradientThree = Example(
    "gradient-three",
    shows: "red at the top left, yellow a quarter of the way to the bottom right, green from the middle on"
) { root, _ in
    let gradient = CAGradientLayer()
    gradient.name = "gradient"
    gradient.frame = root.bounds
    gradient.colors = [UIColor.red.cgColor, UIColor.yellow.cgColor, UIColor.green.cgColor]
    gradient.locations = [0.0, 0.25, 0.5]
    gradient.startPoint = CGPoint(x: 0, y: 0)
    gradient.endPoint = CGPoint(x: 1, y: 1)
    root.addSublayer(gradient)
}

/// Its page: the locations, the kind, and a count of locations that is not that of the colours, which draws nothing.
let gradientThreeListing = Listing(
    gradientThree, "Three colors: CAGradientLayer", from: "tutorial 1 §3, 2 listing 6.7"
) { controls in
    let gradient: CAGradientLayer = controls.layer("gradient")
    var locations = [0, 0.25, 0.5]
    func show() { gradient.locations = locations.map { NSNumber(value: $0) } }
    controls.slider("Yellow at", 0...1, 0.25) { value in
        locations[1] = value
        show()
    }
    controls.slider("Green at", 0...1, 0.5) { value in
        locations[2] = value
        show()
    }
    controls.choice("Kind", ["axial", "radial", "conic"], 0) { gradient.type = [.axial, .radial, .conic][$0] }
    controls.choice("Locations", ["three", "none", "two"], 0) { index in
        gradient.locations = index == 0 ? locations.map { NSNumber(value: $0) } : index == 1 ? nil : [0, 1]
    }
}
