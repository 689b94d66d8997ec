#if os(Linux)
import Counter
import MicaScripts
import UIKit

// Draws the controller after two taps, without a display.
let host = ScriptedWindow(size: CGSize(width: 200, height: 120), scale: 2)
let window = UIWindow(host: host)
let counter = CounterController()
window.rootViewController = counter
window.makeKeyAndVisible()
try host.perform("tap 100,80 at 0.1\ntap 100,80 at 0.6")
host.advance(to: 1)
try host.write(to: "counter.png")
print("counter.png: \(counter.count) taps")
#else
print("The picture is drawn on Linux; on iOS add Counter to an app.")
#endif
