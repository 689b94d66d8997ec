import CMicaWindow
import Foundation
import MicaAccessibility
import MicaEvents

/// Connects the program to assistive technologies while one is in use.
@MainActor final class Assistance {
    /// The program's.
    static let shared = Assistance()

    /// Whether a program lets assistive technologies read it: not with MICA_ACCESSIBILITY=0.
    static let isAllowed = ProcessInfo.processInfo.environment["MICA_ACCESSIBILITY"] != "0"

    /// What is read; nil for programs whose windows show layers without views.
    private var program: (any AccessibleProgram)?
    /// The bus of assistive technologies; nil while none is in use.
    private var address: String?
    private var bus: AccessibilityBus?

    /// Lets assistive technologies read a program.
    func serve(_ program: any AccessibleProgram) {
        guard Self.isAllowed, self.program == nil else { return }
        self.program = program
        DesktopWatch.start()
        connect()
    }

    /// An assistive technology is in use at a bus, or none is.
    func addressChanged(_ address: String?) {
        self.address = address
        connect()
    }

    /// The title, the place or the focus of a window has changed.
    func windowChanged() { if bus != nil { program?.accessibleWindowChanged() } }

    private func connect() {
        guard let program else { return }
        if let bus {
            bus.end()
            self.bus = nil
            program.assistanceChanged(nil)
        }
        guard let address else { return }
        let made = AccessibilityBus(address: address, program: ProcessInfo.processInfo.processName) {
            request, node, done in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { done(Assistance.shared.program?.perform(request, on: node) ?? false) }
            }
        }
        bus = made
        program.assistanceChanged(made)
    }
}

/// Watches the desktop's settings, on a thread of its own, which sleeps until one changes.
@MainActor enum DesktopWatch {
    private static var isStarted = false

    /// Begins to watch; once for a program.
    static func start() {
        guard !isStarted else { return }
        isStarted = true
        let isAssisted = Assistance.isAllowed
        let thread = Thread {
            unsafe mica_watch_desktop(
                { scheme in
                    DispatchQueue.main.async {
                        MainActor.assumeIsolated { LayerWindow.systemHas(scheme == 1 ? .dark : .light) }
                    }
                }, isAssisted ? unsafe tellAssistance : nil)
        }
        thread.name = "mica-desktop"
        thread.start()
    }

    private nonisolated static let tellAssistance: @convention(c) (UnsafePointer<CChar>?) -> Void = { text in
        let address = unsafe text.map { unsafe String(cString: $0) }
        DispatchQueue.main.async { MainActor.assumeIsolated { Assistance.shared.addressChanged(address) } }
    }
}

extension LayerWindow: AccessibilityHost {
    /// Lets assistive technologies read the program whose views the window shows.
    package func serve(_ program: any AccessibleProgram) { Assistance.shared.serve(program) }

    /// Where the content is on the screen.
    package var accessiblePlace: AccessiblePlace { open?.place ?? AccessiblePlace() }
}
