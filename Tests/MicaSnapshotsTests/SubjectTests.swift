import CoreGraphics
import Foundation
import Mica
import MicaCodecs
import MicaScripts
import MicaSnapshots
import QuartzCore
import Testing
import UIKit

/// Everything that has a picture can be compared: images, windows, views in them, layers of trees.
@MainActor @Suite struct SnapshotSubjectTests {
    private let directory: URL
    private var file: String { directory.appending(path: "Tests.swift").path }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "mica-subjects-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    /// The recorded picture of a name.
    private func recorded(_ name: String) throws -> (width: Int, height: Int, corner: UInt32) {
        let path = directory.appending(path: "__Snapshots__/Tests/\(name).png").path
        let picture = try decodeImage([UInt8](try #require(FileManager.default.contents(atPath: path))))
        return (picture.width, picture.height, picture[0, 0])
    }

    private func window() -> (ScriptedWindow, UIViewController, UIView) {
        let host = ScriptedWindow(size: CGSize(width: 60, height: 40), scale: 2, threads: 1)
        let window = UIWindow(host: host)
        let controller = UIViewController()
        controller.view.backgroundColor = .white
        let box = UIView(frame: CGRect(x: 10, y: 5, width: 20, height: 10))
        box.backgroundColor = .red
        controller.view.addSubview(box)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        return (host, controller, box)
    }

    @Test func snapshot_takes_a_scripted_window() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let (host, _, box) = window()
        #expect(throws: SnapshotFailure.self) { try assertSnapshot(of: host, named: "window", file: file) }
        try assertSnapshot(of: host, named: "window", file: file)
        let saved = try recorded("window")
        #expect(saved.width == 120 && saved.height == 80)
        box.backgroundColor = .blue
        let failure = #expect(throws: SnapshotFailure.self) {
            try assertSnapshot(of: host, named: "window", file: file)
        }
        #expect(failure?.description.contains("800 of 9600 pixels differ (none may)") == true)
        #expect(failure?.description.contains("all within 20,10 40x20") == true)
    }

    @Test func snapshot_of_a_view_in_a_window_is_cut_out_of_the_window() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let (host, controller, box) = window()
        defer { withExtendedLifetime(host) {} }
        #expect(throws: SnapshotFailure.self) { try assertSnapshot(of: box, named: "box", file: file) }
        try assertSnapshot(of: box.layer, named: "box", file: file)
        let saved = try recorded("box")
        #expect(saved.width == 40 && saved.height == 20 && saved.corner == 0xFFFF_0000)
        #expect(throws: SnapshotFailure.self) { try assertSnapshot(of: controller, named: "all", file: file) }
        #expect(try recorded("all").width == 120)
        // The window has a scale and a time of its own.
        let scale = #expect(throws: SnapshotFailure.self) {
            try assertSnapshot(of: box, named: "box", scale: 3, file: file)
        }
        #expect(
            scale?.description
                == "box: the window that shows the layer has 2.0 pixels a point, not 3.0: leave out `scale:`")
        let time = #expect(throws: SnapshotFailure.self) {
            try assertSnapshot(of: box, named: "box", at: 9, file: file)
        }
        #expect(time?.description.contains("advance the window") == true)
        box.frame.origin.x = 100
        let gone = #expect(throws: SnapshotFailure.self) { try assertSnapshot(of: box, named: "box", file: file) }
        #expect(gone?.description.contains("no pixel") == true)
    }

    @Test func snapshot_of_a_layer_in_a_tree_that_nothing_draws() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let (root, part) = (CALayer(), CALayer())
        root.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
        part.frame = CGRect(x: 5, y: 5, width: 10, height: 20)
        part.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        root.addSublayer(part)
        #expect(throws: SnapshotFailure.self) { try assertSnapshot(of: part, named: "part", scale: 2, file: file) }
        let saved = try recorded("part")
        #expect(saved.width == 20 && saved.height == 40 && saved.corner == 0xFF00_00FF)
        try assertSnapshot(of: part, named: "part", scale: 2, file: file)
    }

    @Test func snapshot_of_an_image() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 7, height: 3)
        layer.backgroundColor = CGColor(gray: 0, alpha: 1)
        let image = LayerRenderer(layer: layer).image(at: 0)
        #expect(throws: SnapshotFailure.self) { try assertSnapshot(of: image, named: "image", file: file) }
        try assertSnapshot(of: image, named: "image", file: file)
        #expect(try recorded("image").width == 7)
    }

    @Test func snapshot_of_nothing_is_a_failure_and_no_stop() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let empty = #expect(throws: SnapshotFailure.self) {
            try assertSnapshot(of: CALayer(), named: "empty", file: file)
        }
        #expect(
            empty?.description
                == "empty: a picture of 0 x 0 pixels cannot be drawn: set the layer's bounds, or give a size")
        #expect(throws: (any Error).self) {
            try assertSnapshot(of: ScriptedWindow(size: .zero), named: "none", file: file)
        }
        #expect(!FileManager.default.fileExists(atPath: directory.appending(path: "__Snapshots__/Tests/none.png").path))
    }
}
