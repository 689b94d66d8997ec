import UIKit

func check(_ what: String, _ found: String, _ wanted: String) {
    guard found != wanted else { return }
    print("\(what): found\n  \(found)\nin place of\n  \(wanted)")
    exit(1)
}

let flipper = Flipper()
check("nobody", flipper.flip(), "nobody untitled -1 false false")
let deaf = Deaf()
flipper.delegate = deaf
check("deaf", flipper.flip(), "nobody untitled -1 false false")
let keen = Keen()
(flipper.delegate, flipper.spinDelegate) = (keen, keen)
(flipper.done, flipper.didFlip) = ({ $0 * 2 }, { $0 > 4 })
check("keen", flipper.flip(), "true keen 8 true true")
check("keen heard", keen.log.joined(separator: ", "), "willFlip, spin 2.0, willFlip")

let controller = Sub()
controller.wire()
let steps = controller.log.filter { $0 == "stepped" }.count
check("display link", "\(steps > 1)", "true")
check(
    "selectors", controller.log.filter { $0 != "stepped" }.joined(separator: ", "),
    "tapped, secret, overridden of Sub, inExtension, tapped, pressed, level 7, noted n, fired once, later a, "
        + "responds true false, bounds level")
controller.log = []
(controller as Base).hello()
(controller as Controller).hook()
controller.size = 2
check(
    "overrides", (controller.log + [(controller as Base).name]).joined(separator: ", "),
    "hello of Base, hello of Controller, hook of Sub, size 1.0 2.0, controller of base")

let gauge = Gauge()
gauge.progress = 0.25
check("layer", "\(gauge.value(forKey: "progress") as? CGFloat ?? 0) \(gauge.progress)", "0.25 0.25")

check("main actor", "\(MainActor.assumeIsolated { Screen().wire() })", "2")
associate()
check("associated", "\(Told.ends.count)", "1")
check("platform", platform, "iOS")
check("literal", "\(#colorLiteral(red: 1, green: 0, blue: 0, alpha: 1) == UIColor.red)", "true")
// An application that is started at the top level compiles in each language mode; Tests/ClientPackage's Older runs one.
class TopDelegate: UIResponder, UIApplicationDelegate {}
if CommandLine.arguments.contains("as an application") {
    UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(TopDelegate.self))
}
print("all as on iOS")
