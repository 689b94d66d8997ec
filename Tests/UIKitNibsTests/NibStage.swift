import Foundation
import MicaScripts
import QuartzCore
import UIKit

@testable import UIKitCore

/// A window with a root controller, on a host without a screen.
@MainActor final class NibStage {
    let host: ScriptedWindow
    let window: UIWindow

    init(_ root: UIViewController, size: CGSize = CGSize(width: 375, height: 667)) {
        host = ScriptedWindow(size: size, scale: 1, threads: 1)
        window = UIWindow(host: host)
        window.rootViewController = root
        act { self.window.makeKeyAndVisible() }
    }

    /// Does something, and lets a hundredth of a second pass.
    func act(_ body: @escaping @MainActor () -> Void) {
        host.schedule(at: host.time) { assumeMainActor(body) }
        pass(0.01)
    }

    func pass(_ seconds: Double) { host.advance(to: host.time + seconds) }

    /// Taps the middle of a view, and lets a second pass.
    func tap(_ view: UIView) throws {
        let place = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
        try host.perform("tap \(Int(place.x)),\(Int(place.y)) by touch")
        pass(1)
    }
}

/// A folder with files, which goes with the object.
final class NibFolder {
    let path: String

    init(_ files: [String: String]) throws {
        path = NSTemporaryDirectory() + "nibs-\(UUID().uuidString)"
        for (name, text) in files {
            let file = path + "/" + name
            try FileManager.default.createDirectory(
                atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var bundle: Bundle { Bundle(path: path) ?? .main }
}

/// Texts of files.
enum NibText {
    /// A `.xib` with objects.
    static func xib(_ objects: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="21507" targetRuntime="iOS.CocoaTouch">
            <dependencies><deployment identifier="iOS"/></dependencies>
            <objects>\(objects)</objects>
        </document>
        """
    }

    /// A storyboard with scenes, the first of which is the initial one unless another is named.
    static func storyboard(initial: String, _ scenes: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" targetRuntime="iOS.CocoaTouch"
            initialViewController="\(initial)">
            <scenes>\(scenes)</scenes>
        </document>
        """
    }

    static func scene(_ objects: String) -> String {
        "<scene sceneID=\"s\(abs(objects.hashValue))\"><objects>\(objects)</objects></scene>"
    }
}
