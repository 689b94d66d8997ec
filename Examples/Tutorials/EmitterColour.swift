import QuartzCore
import UIKit

/// Colours. *Source*: tutorial 4 §2 (3) to (6).
let emitterColour = Example(
    "emitter-colour", shows: "white times (0.5, 1, 1); reds apart by 1; red growing with age; alpha falling with age",
    duration: 4, moment: 3.5
) { root, _ in
    root.backgroundColor = CGColor(gray: 0, alpha: 1)
    for row in 0..<4 {
        let emitter = CAEmitterLayer()
        emitter.name = "row \(row)"
        emitter.frame = CGRect(x: 0, y: row * 60, width: 320, height: 60)
        emitter.emitterPosition = CGPoint(x: 30, y: 30)
        let cell = CAEmitterCell()
        cell.name = "cell"
        cell.contents = makeBlock(width: 24, height: 24)
        cell.birthRate = 0.8
        cell.lifetime = 10
        cell.velocity = 25
        cell.beginTime = -10
        switch row {
        case 0: cell.color = CGColor(srgbRed: 0.5, green: 1, blue: 1, alpha: 1)
        case 1:
            cell.color = CGColor(srgbRed: 0.5, green: 0.2, blue: 0.2, alpha: 1)
            cell.redRange = 1
        case 2:
            cell.color = CGColor(srgbRed: 0, green: 1, blue: 1, alpha: 1)
            cell.redSpeed = 0.1
        default: cell.alphaSpeed = -0.1
        }
        emitter.emitterCells = [cell]
        root.addSublayer(emitter)
    }
}

/// Its page: the ranges and speeds of the rows.
let emitterColourListing = Listing(emitterColour, "Particles' colors", from: "tutorial 4 §2 (3) to (6)") { controls in
    let rows: [CAEmitterLayer] = (0..<4).map { controls.layer("row \($0)") }
    controls.slider("Red varies by", 0...1, 1) { rows[1].setValue($0, forKeyPath: "emitterCells.cell.redRange") }
    controls.slider("Red a second", -0.3...0.3, 0.1) { rows[2].setValue($0, forKeyPath: "emitterCells.cell.redSpeed") }
    controls.slider("Alpha a second", -0.5...0, -0.1) {
        rows[3].setValue($0, forKeyPath: "emitterCells.cell.alphaSpeed")
    }
    controls.choice("Upper color", ["cyan", "yellow", "white"], 0) { index in
        let colors = [
            CGColor(srgbRed: 0.5, green: 1, blue: 1, alpha: 1), CGColor(srgbRed: 1, green: 1, blue: 0.3, alpha: 1),
            CGColor(gray: 1, alpha: 1),
        ]
        rows[0].setValue(colors[index], forKeyPath: "emitterCells.cell.color")
    }
}
