import Dispatch
import Foundation
import MicaEvents
import MicaScripts
import UIKit

/// The application in which tests run: a window without a screen, whose time passes while a test waits.
///
/// Each turn of the main queue moves the window's time: at once to the next timer, frame or end of an animation, or, with
/// `MICA_TEST_TIME=machine`, as far as the machine's clock has moved. A test that does not wait sees time stand still.
@MainActor final class TestHost {
    /// The one host; nil until a test uses the application.
    private(set) static var current: TestHost?

    /// The window without a screen.
    let host: ScriptedWindow
    /// The key window, with an empty root controller.
    let window: UIWindow
    private let timer: any DispatchSourceTimer

    /// Gives the application a host, a key window with a root controller, and a clock.
    init() {
        host = .withLaunchSettings()
        host.forgetsPast = true
        UIApplication.shared.host = host
        window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        let isMachine = ProcessInfo.processInfo.environment["MICA_TEST_TIME"] == "machine"
        timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now(), repeating: isMachine ? .milliseconds(8) : .milliseconds(1))
        let start = ProcessInfo.processInfo.systemUptime - host.time
        timer.setEventHandler { [host] in
            let target = isMachine ? ProcessInfo.processInfo.systemUptime - start : host.nextEventTime ?? host.time
            host.advance(to: max(target, host.time))
        }
        timer.resume()
        Self.current = self
    }
}

extension ScriptedWindow {
    /// A window with the screen and the appearance that the program starts under.
    @MainActor static func withLaunchSettings() -> ScriptedWindow {
        let window = ScriptedWindow(size: UIScreen.main.bounds.size, scale: UIScreen.main.scale)
        window.send(.appearance(UITraitCollection.current.userInterfaceStyle == .dark ? .dark : .light))
        return window
    }
}

/// UIKit calls this at the first use of the application, in a test or a program of `mica see` (`LaunchSettings.showTests`).
@_cdecl("mica_show_tests")
public func showTests() {
    let environment = ProcessInfo.processInfo.environment
    if let language = environment["MICA_LANGUAGE"], let locale = environment["MICA_LOCALE"] {
        UserDefaults.standard.register(defaults: ["AppleLanguages": [language], "AppleLocale": locale])
    }
    MainActor.assumeIsolated {
        if let output = ProcessInfo.processInfo.environment["MICA_SEE"] {
            if SeeHost.current == nil { _ = SeeHost(output: output) }
        } else if TestHost.current == nil {
            _ = TestHost()
        }
    }
}
