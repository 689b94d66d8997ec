import CoreGraphics
import Dispatch
import Foundation
import MicaScripts
import QuartzCore
import UIKit

/// A program that `mica see` runs: it shows a screen in a window without a display, plays a script, writes a picture, a
/// film or the tree of views, prints the elements, and ends.
///
/// | variable | value |
/// |---|---|
/// | `MICA_SEE` | the output: `.png`, `.gif`, `.webp`, or `.json` for the tree of views; `-` prints the tree, without the elements |
/// | `MICA_SEE_TARGET` | the class of a controller or a view, with its module; without it the program's own root |
/// | `MICA_SEE_SCRIPT` | the script's file (docs/scripted-windows.md) |
/// | `MICA_SEE_TIME` | when the picture is taken, in seconds; 1 second after the script's end without it |
@MainActor public enum SeeProgram {
    /// Shows the target, and ends the program with status 0, or with 1 and a line that says why not.
    ///
    /// - Parameter preview: Makes the controller or the view that is shown; `MICA_SEE_TARGET` is made without it.
    public static func main(showing preview: (@MainActor () -> AnyObject)? = nil) -> Never {
        _ = UIApplication.shared
        guard let host = SeeHost.current else { fail("the program does not run under 'mica see'") }
        if let preview { host.show(preview(), name: "the preview") }
        host.finish()
    }

    static func fail(_ reason: String) -> Never {
        FileHandle.standardError.write(Data("mica see: \(reason)\n".utf8))
        exit(1)
    }
}

/// The window of `mica see`.
@MainActor final class SeeHost {
    private(set) static var current: SeeHost?

    private let host: ScriptedWindow
    private let output: String
    private var window: UIWindow?
    private var isFinishing = false

    init(output: String) {
        self.output = output
        host = .withLaunchSettings()
        UIApplication.shared.host = host
        Self.current = self
        UIApplication.afterLaunch = { [self] in finish() }
        // A program that shows windows without UIApplicationMain turns its main queue at last.
        DispatchQueue.main.async(group: nil, qos: .unspecified, flags: []) { [self] in
            MainActor.assumeIsolated { () -> Void in if !isFinishing { finish() } }
        }
    }

    /// Shows the target, plays the script, writes the output, and ends the program.
    func finish() -> Never {
        isFinishing = true
        let environment = ProcessInfo.processInfo.environment
        if let target = environment["MICA_SEE_TARGET"] { show(make(target), name: target) }
        guard !UIApplication.shared.windows.filter({ !$0.isHidden }).isEmpty else {
            SeeProgram.fail("the program shows no window; name a controller of it")
        }
        do {
            var end = 0.0
            if let path = environment["MICA_SEE_SCRIPT"] {
                let script = try EventScript(contentsOf: path)
                end = script.duration
                host.play(script)
            }
            let time = environment["MICA_SEE_TIME"].flatMap(Double.init) ?? end + 1
            try write(until: time)
        } catch {
            SeeProgram.fail("\(error)")
        }
        if output != "-" {
            for window in UIApplication.shared.windows where !window.isHidden { print(window.accessibilityTree) }
        }
        fflush(nil)
        // The screen at the end has the elements that the script could have named.
        if let failure = host.scriptFailure {
            SeeProgram.fail(
                output == "-" ? "\(failure)" : "\(failure); \(output) and the elements show the screen at the end")
        }
        exit(0)
    }

    private func write(until time: Double) throws {
        switch output == "-" ? "json" : (output as NSString).pathExtension.lowercased() {
        case "json":
            advance(to: time)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let trees = UIApplication.shared.windows.filter { !$0.isHidden }.map { SeenView($0, in: $0) }
            let data = try encoder.encode(trees)
            if output == "-" {
                print(String(decoding: data, as: UTF8.self))
            } else {
                try data.write(to: URL(fileURLWithPath: output))
            }
        case "png":
            advance(to: time)
            try host.write(to: output)
        default: try host.write(to: output, duration: time, framesPerSecond: 30)
        }
    }

    /// Moves the window's time, and waits at each event for work that the program does on other threads.
    private func advance(to time: Double) {
        settle()
        while let next = host.nextEventTime, next < time {
            host.advance(to: max(next, host.time))
            settle()
        }
        host.advance(to: time)
        settle()
    }

    /// Turns the main queue until no other thread has work for it.
    private func settle() {
        var isQuiet = false
        for _ in 0..<8 {
            let wasQuiet = OtherThreads.wait(forSeconds: 1)
            host.advance(to: host.time)
            if isQuiet, wasQuiet { return }
            isQuiet = wasQuiet
        }
    }

    /// Shows a controller, or a view that fills the window, in a window of its own.
    ///
    /// - Parameter name: The words for the object in messages.
    func show(_ made: AnyObject, name: String) {
        let controller: UIViewController
        switch made {
        case let made as UIViewController: controller = made
        case let made as UIView:
            controller = UIViewController()
            controller.view.backgroundColor = .systemBackground
            made.frame = controller.view.bounds
            made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            controller.view.addSubview(made)
        default: SeeProgram.fail("\(name) is neither a view controller nor a view")
        }
        for window in UIApplication.shared.windows { window.isHidden = true }
        let shown = UIWindow(frame: UIScreen.main.bounds)
        shown.rootViewController = controller
        shown.makeKeyAndVisible()
        window = shown
    }

    /// A new object of a class.
    private func make(_ target: String) -> AnyObject {
        guard let type = NSClassFromString(target) as? NSObject.Type else {
            SeeProgram.fail("the program has no class \(target)")
        }
        return makeObject(of: type)
    }
}

/// A view in the tree of `mica see`.
private struct SeenView: Encodable {
    let type: String
    /// x, y, width, height. *Space*: the window's, in points.
    let frame: [Double]
    let identifier: String?
    let label: String?
    let text: String?
    let placeholder: String?
    let value: String?
    /// The class of the controller whose view this is.
    let controller: String?
    let isHidden: Bool?
    let isSelected: Bool?
    let alpha: Double?
    let isEnabled: Bool?
    let views: [SeenView]?

    @MainActor init(_ view: UIView, in window: UIWindow) {
        let box = view.convert(view.bounds, to: window)
        type = "\(Swift.type(of: view))"
        frame = [box.minX, box.minY, box.width, box.height].map { (Double($0) * 100).rounded() / 100 }
        identifier = view.accessibilityIdentifier
        label = view.accessibilityLabel
        text =
            switch view {
            case let label as UILabel: label.text
            case let button as UIButton: button.currentTitle
            // The text of a secure field is in no record.
            case let field as UITextField: field.isSecureTextEntry ? nil : field.text
            case let view as UITextView: view.isSecureTextEntry ? nil : view.text
            default: nil
            }
        placeholder = (view as? UITextField)?.placeholder
        value =
            switch view {
            case let view as UISwitch: view.isOn ? "on" : "off"
            case let view as UISlider: "\(view.value)"
            case let view as UIStepper: "\(view.value)"
            case let view as UIProgressView: "\(view.progress)"
            case let view as UISegmentedControl:
                view.selectedSegmentIndex < 0 ? nil : view.titleForSegment(at: view.selectedSegmentIndex)
            default: view.accessibilityValue
            }
        controller = (view.next as? UIViewController).map { "\(Swift.type(of: $0))" }
        isSelected =
            (view as? UIControl)?.isSelected == true || (view as? UITableViewCell)?.isSelected == true
                || (view as? UICollectionViewCell)?.isSelected == true ? true : nil
        isHidden = view.isHidden ? true : nil
        alpha = view.alpha < 1 ? Double(view.alpha) : nil
        isEnabled = (view as? UIControl)?.isEnabled == false ? false : nil
        let children = view.subviews.map { SeenView($0, in: window) }
        views = children.isEmpty ? nil : children
    }
}
