import QuartzCore
import UIKit

// A source of Swift 4, in its language mode: names that Swift 4.2 has renamed, as Apple's SDK has them there.

let shape = CAShapeLayer()
shape.lineCap = kCALineCapRound
shape.fillRule = kCAFillRuleEvenOdd
let animation = CABasicAnimation(keyPath: "strokeEnd")
animation.fillMode = kCAFillModeForwards
animation.timingFunction = CAMediaTimingFunction(name: kCAMediaTimingFunctionEaseIn)
precondition(shape.lineCap == .round && shape.fillRule == .evenOdd && animation.fillMode == .forwards)

let (outer, inner, other) = (UIView(), UIView(), UIView())
outer.addSubview(inner)
outer.addSubview(other)
outer.bringSubview(toFront: inner)
let options: UIViewAnimationOptions = [.curveEaseIn]
let (state, events) = (UIControlState.selected, UIControlEvents.touchUpInside)
precondition(
    outer.subviews == [other, inner] && options == .curveEaseIn && state == .selected && events == .touchUpInside)
precondition(UIEdgeInsetsMake(1, 2, 3, 4) == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
let (parent, child) = (UIViewController(), UIViewController())
parent.addChildViewController(child)
child.didMove(toParentViewController: parent)
precondition(parent.childViewControllers == [child])
print("Older: names of Swift 4.1")
