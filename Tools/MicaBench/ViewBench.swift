import CMicaAllocations
import CoreGraphics
import Foundation
import MicaBase
import MicaCPU
import MicaFrame
import MicaServer
import QuartzCore
import UIKit

/// `mica-dev bench uikit`: what many views cost, in time and in memory, beside Qt Quick's items where Python has them.
@MainActor package final class ViewBench {
    /// `mica-dev bench uikit --help`.
    package static let help = """
        usage: mica-dev bench uikit [--views N] [--rounds N] [--python PROGRAM]

        Creates views in groups of a hundred that lay out what is in them, puts them into a window of 1920 x 1080 pixels, lays
        them out and shows them: commit, frame, one thread that draws. It prints

          VIEWS,COUNT,CREATE,LAYOUT,SHOW,TOTAL   milliseconds: of the round that took the middle time
          BYTES,COUNT,LAYER,VIEW,WHOLE           bytes each: of a layer alone, what a view adds to its layer, and all of a view
                                                 that is shown: view, layer, server, frame; of memory from malloc
          QTQUICK,COUNT,CREATE,SHOW,TOTAL,BYTES  the same of Qt Quick's rectangles, drawn by its software renderer
          SKIP,QTQUICK,REASON                    there is no PySide6

          --views N          how many; default 10000
          --rounds N         how often; default 5
          --python PROGRAM   which Python runs Qt Quick; default python3
        """

    /// A view that lays its subviews out in rows of ten.
    final class Group: UIView {
        override func layoutSubviews() {
            super.layoutSubviews()
            let (width, height) = (bounds.width / 10, bounds.height / 10)
            for (index, view) in subviews.enumerated() {
                view.frame = CGRect(
                    x: CGFloat(index % 10) * width, y: CGFloat(index / 10) * height, width: width - 2,
                    height: height - 2)
            }
        }
    }

    /// The times of a round, in milliseconds.
    package struct Times: Sendable {
        /// Making the views and putting them into each other.
        package var create: Double
        /// Laying them out.
        package var layout: Double
        /// The commit, its frame, and its pixels.
        package var show: Double
        /// The sum of the three.
        package var total: Double { create + layout + show }
    }

    /// The memory of each view, in bytes from malloc.
    package struct Bytes: Sendable {
        /// A single layer in a tree.
        package var layer: Double
        /// A view beyond its layer.
        package var view: Double
        /// A view that is shown: with its layer, what the server has of it, and its part of a frame.
        package var whole: Double
    }

    private static let size = CGSize(width: 1920, height: 1080)

    /// Makes groups of a hundred views, `count` views in all.
    private static func makeViews(_ count: Int, in window: UIWindow) {
        let groups = max(1, count / 100)
        let columns = max(1, Int(Double(groups).squareRoot().rounded(.up)))
        let (width, height) = (size.width / CGFloat(columns), size.height / CGFloat(columns))
        for number in 0..<groups {
            let group = Group(
                frame: CGRect(
                    x: CGFloat(number % columns) * width, y: CGFloat(number / columns) * height, width: width,
                    height: height))
            for index in 0..<99 {
                let view = UIView()
                view.backgroundColor = UIColor(hue: CGFloat(index) / 99, saturation: 1, brightness: 1, alpha: 1)
                group.addSubview(view)
            }
            window.addSubview(group)
        }
    }

    /// Shows views once.
    package static func round(_ count: Int) -> Times {
        let server = RenderServer()
        let compositor = CPUCompositor(threads: 1)
        var surface = Bitmap(width: Int(size.width), height: Int(size.height))
        let window = UIWindow(frame: CGRect(origin: .zero, size: size))
        window.isHidden = false
        let context = LayerContext(root: window.layer) { server.receive($0) }
        defer { context.invalidate() }
        let start = ContinuousClock.now
        makeViews(count, in: window)
        let created = ContinuousClock.now
        window.layoutIfNeeded()
        let laidOut = ContinuousClock.now
        CATransaction.flush()
        let frame = server.frame(at: 1, width: Int(size.width), height: Int(size.height))
        compositor.draw(frame, into: &surface)
        let shown = ContinuousClock.now
        return Times(
            create: (created - start).nanoseconds / 1e6, layout: (laidOut - created).nanoseconds / 1e6,
            show: (shown - laidOut).nanoseconds / 1e6)
    }

    private static var memory: Double { Double(mica_allocated_bytes()) }

    /// Measures the memory of views.
    package static func bytes(_ count: Int) -> Bytes {
        // Memory for the first use of something is not counted.
        _ = round(200)
        CATransaction.flush()
        let empty = memory
        let root = CALayer()
        for index in 0..<count {
            let layer = CALayer()
            layer.frame = CGRect(x: index % 100, y: index / 100, width: 10, height: 10)
            layer.contentsScale = 2
            layer.backgroundColor =
                UIColor(hue: CGFloat(index % 99) / 99, saturation: 1, brightness: 1, alpha: 1).cgColor
            root.addSublayer(layer)
        }
        let layers = (memory - empty) / Double(count)
        withExtendedLifetime(root) {}
        let before = memory
        let window = UIWindow(frame: CGRect(origin: .zero, size: size))
        let parent = UIView(frame: window.bounds)
        for index in 0..<count {
            let view = UIView(frame: CGRect(x: index % 100, y: index / 100, width: 10, height: 10))
            view.backgroundColor = UIColor(hue: CGFloat(index % 99) / 99, saturation: 1, brightness: 1, alpha: 1)
            parent.addSubview(view)
        }
        let views = (memory - before) / Double(count)
        let server = RenderServer()
        window.isHidden = false
        window.addSubview(parent)
        let context = LayerContext(root: window.layer) { server.receive($0) }
        defer { context.invalidate() }
        window.layoutIfNeeded()
        CATransaction.flush()
        let frame = server.frame(at: 1, width: Int(size.width), height: Int(size.height))
        let whole = (memory - before) / Double(count)
        withExtendedLifetime((frame, root)) {}
        return Bytes(layer: layers, view: views - layers, whole: whole)
    }

    /// Runs the command; returns its exit status.
    package static func run(arguments: [String]) -> Int32 {
        var (views, rounds, python) = (10_000, 5, "python3")
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                write(help, to: .standardOutput)
                return 0
            case "--views", "--rounds":
                guard let number = rest.takeNumber(least: word == "--views" ? 100 : 1) else {
                    return refuse("\(word) needs a number", of: "bench uikit")
                }
                if word == "--views" { views = number } else { rounds = number }
            case "--python":
                guard let value = rest.popFirst() else { return refuse("--python needs a program", of: "bench uikit") }
                python = value
            default: return refuse("unknown argument '\(word)'", of: "bench uikit")
            }
        }
        let bytes = bytes(views)
        let times = (0..<rounds).map { _ in round(views) }.sorted { $0.total < $1.total }
        let middle = times[times.count / 2]
        write(
            String(
                format: "VIEWS,%d,%.1f,%.1f,%.1f,%.1f", views, middle.create, middle.layout, middle.show, middle.total),
            to: .standardOutput)
        write(
            String(format: "BYTES,%d,%.0f,%.0f,%.0f", views, bytes.layer, bytes.view, bytes.whole), to: .standardOutput)
        write(QuickItems.line(python, views, rounds), to: .standardOutput)
        return 0
    }
}

/// Qt Quick's rectangles, as many as the views and laid out like them, in a process of their own.
enum QuickItems {
    /// The line of results, or why there is none.
    static func line(_ python: String, _ count: Int, _ rounds: Int) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python, "-c", program, String(count), String(rounds)]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        do { try process.run() } catch { return "SKIP,QTQUICK,\(python) cannot be run" }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("QTQUICK,") }) { return String(line) }
        let reason = message.split(separator: "\n").last.map(String.init) ?? "it printed nothing"
        return "SKIP,QTQUICK,\(reason)"
    }

    /// Makes the items by a Component in groups that place their children, draws one frame by the software renderer,
    /// and reads the process's malloc as `ViewBench` does.
    private static let program = """
        from ctypes import CDLL, Structure, c_size_t
        from os import environ
        from sys import argv, exit
        from time import perf_counter
        environ["QT_QPA_PLATFORM"] = "offscreen"
        environ["QT_QUICK_BACKEND"] = "software"
        from PySide6.QtCore import QUrl
        from PySide6.QtGui import QGuiApplication, QImage
        from PySide6.QtQml import QQmlComponent, QQmlEngine
        from PySide6.QtQuick import QQuickRenderControl, QQuickRenderTarget, QQuickWindow
        count, rounds = int(argv[1]), int(argv[2])
        class Info(Structure):
            names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
            _fields_ = [(name, c_size_t) for name in names]
        libc = CDLL(None)
        libc.mallinfo2.restype = Info
        def memory():
            info = libc.mallinfo2()
            return info.uordblks + info.hblkhd
        app = QGuiApplication(argv[:1])
        engine = QQmlEngine()
        groups = max(1, count // 100)
        columns = max(1, int(groups ** 0.5 + 0.999999))
        qml = '''import QtQuick
        Item { width: 1920; height: 1080
          Repeater { model: %d
            Item { id: group; property int number: index
              x: number %% %d * width; y: Math.floor(number / %d) * height; width: 1920 / %d; height: 1080 / %d
              Repeater { model: 99
                Rectangle { x: index %% 10 * group.width / 10; y: Math.floor(index / 10) * group.height / 10
                  width: group.width / 10 - 2; height: group.height / 10 - 2; color: Qt.hsva(index / 99, 1, 1, 1) } } } } }
        ''' % (groups, columns, columns, columns, columns)
        def one():
            control = QQuickRenderControl()
            window = QQuickWindow(control)
            window.setGeometry(0, 0, 1920, 1080)
            image = QImage(1920, 1080, QImage.Format.Format_ARGB32_Premultiplied)
            window.setRenderTarget(QQuickRenderTarget.fromPaintDevice(image))
            before = memory()
            start = perf_counter()
            component = QQmlComponent(engine)
            component.setData(qml.encode(), QUrl())
            root = component.create()
            if root is None:
                exit(component.errorString())
            root.setParentItem(window.contentItem())
            created = perf_counter()
            control.polishItems()
            control.sync(); control.render()
            shown = perf_counter()
            used = memory() - before
            root.deleteLater(); app.processEvents()
            return created - start, shown - created, used
        one()
        middle = sorted((one() for _ in range(rounds)), key=lambda r: r[0] + r[1])[rounds // 2]
        made, shown = middle[0] * 1e3, middle[1] * 1e3
        print("QTQUICK,%d,%.1f,%.1f,%.1f,%.0f" % (count, made, shown, made + shown, middle[2] / count))
        """
}
