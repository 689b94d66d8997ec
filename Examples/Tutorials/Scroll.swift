import QuartzCore
import UIKit

/// A scroll layer, and the hand that pans it.
let scroll = Example(
    "scroll", shows: "a sheet of numbered fields that is panned, and beyond its edges the gray behind it",
    duration: 3, moment: 1.2
) { root, later in
    let scroll = CAScrollLayer()
    scroll.name = "scroll"
    scroll.frame = root.bounds
    scroll.masksToBounds = true
    scroll.backgroundColor = UIColor.lightGray.cgColor
    root.addSublayer(scroll)
    for index in 0..<24 {
        let field = CATextLayer()
        field.frame = CGRect(x: CGFloat(index % 6) * 100 + 4, y: CGFloat(index / 6) * 100 + 4, width: 92, height: 92)
        field.backgroundColor = hue(Double(index) / 24)
        field.name = "field \(index)"
        field.string = "\(index)"
        field.alignmentMode = .center
        field.contentsScale = 2
        scroll.addSublayer(field)
    }
    for step in 0..<90 { later.at(Double(step) / 60) { pan(scroll, -3, -2) } }
    for step in 90..<170 { later.at(Double(step) / 60) { pan(scroll, 5, 3) } }
}

/// The tutorial's reaction to each step of the finger.
func pan(_ scroll: CAScrollLayer, _ x: CGFloat, _ y: CGFloat) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    var offset = scroll.bounds.origin
    offset.x -= x
    offset.y -= y
    scroll.scroll(to: offset)
    CATransaction.commit()
}

/// Its page: a finger pans; a descendant scrolls itself into sight; switches for the axes and for clipping.
let scrollListing = Listing(scroll, "Panning: CAScrollLayer", from: "tutorial 1 §5, 2 listing 6.10") { controls in
    let scroll: CAScrollLayer = controls.layer("scroll")
    let field: CATextLayer = controls.layer("field 23")
    controls.touched = { _, movement in pan(scroll, movement.width, movement.height) }
    controls.button("Scroll field 23 into sight") { field.scrollRectToVisible(field.bounds) }
    controls.button("Back to the origin") { scroll.scroll(to: CGPoint.zero) }
    controls.slider("Offset x", -100...400, 0) { scroll.scroll(to: CGPoint(x: $0, y: scroll.bounds.minY)) }
    controls.choice("Axes", ["none", "x", "y", "both"], 3) { index in
        scroll.scrollMode = [.none, .horizontally, .vertically, .both][index]
    }
}
