import MicaScripts
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

// An application at the top level, whose only window is shown late, as after a login; or, as on a computer without a
// display, none at all.
final class LateDelegate: NSObject, UIApplicationDelegate {
    let host = ScriptedWindow(size: CGSize(width: 40, height: 40))
    var window: UIWindow?

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplicationLaunchOptionsKey: Any]?
    ) -> Bool {
        guard CommandLine.arguments.dropFirst().first != "no-host" else { return true }
        application.host = host
        Thread.detachNewThread {
            // The window's time does not pass by itself: that of a thread does.
            for _ in 0..<3 {
                usleep(20_000)
                DispatchQueue.main.async { self.step() }
            }
        }
        return true
    }

    private var steps = 0

    private func step() {
        steps += 1
        if steps == 2 {
            window = UIWindow(frame: UIScreen.main.bounds)
            window?.makeKeyAndVisible()
        }
        if steps == 3 { host.close() }
    }

    func applicationWillTerminate(_ application: UIApplication) {
        precondition(steps == 3 && window?.isKeyWindow == true)
        print("Older: an application whose window came late")
    }
}
UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(LateDelegate.self))
