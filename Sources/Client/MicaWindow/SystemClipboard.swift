import CMicaWindow
import Dispatch
import Foundation
import MicaEvents
import MicaTrace

/// The clipboard of the X server. On Wayland there is none: SDL exchanges text.
///
/// Another program's content is read on the main thread, which waits `wait` at most for all content of one owner. Own
/// content is made on the main thread when another program asks for it.
@MainActor @safe final class SystemClipboard: DesktopClipboard {
    /// How long the main thread waits for the content that another program has copied, in all. *Units*: seconds.
    static let wait = 2.0
    /// The largest content that is read. *Units*: bytes.
    static let mostBytes = 64 << 20

    private static var current: SystemClipboard?
    private static var hasFailed = false

    /// The program's clipboard; nil if it has no window on X11, or the server has no XFIXES.
    static var shared: SystemClipboard? {
        if let current { return current }
        guard !hasFailed, let connection = DisplayConnection.existing, connection.kind == .x11 else { return nil }
        current = unsafe SystemClipboard(mica_clipboard_open(connection.display, calls))
        hasFailed = current == nil
        return current
    }

    /// What the clipboard's threads call.
    private nonisolated static var calls: mica_clipboard_calls {
        unsafe mica_clipboard_calls(
            changed: {
                DispatchQueue.main.async { MainActor.assumeIsolated { SystemClipboard.current?.changed?() } }
            },
            asked: { request, content, type in
                let name = unsafe type.map { unsafe String(cString: $0) } ?? ""
                DispatchQueue.main.async {
                    MainActor.assumeIsolated { SystemClipboard.current?.answer(request, content, name) }
                }
            })
    }

    private let handle: OpaquePointer
    /// Own content, and the number of changes by others when it was offered.
    private var own: (number: UInt64, changes: UInt64, make: @MainActor (String) -> Data?)?
    private var offers: UInt64 = 0
    /// How long the main thread may still wait for the present owner.
    private var left = (changes: UInt64.max, seconds: SystemClipboard.wait)
    var changed: (@MainActor () -> Void)?

    private init?(_ handle: OpaquePointer?) {
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    var changes: UInt64 { unsafe mica_clipboard_changes(handle) }

    /// Whether the clipboard has own content.
    var isOwn: Bool { own?.changes == changes }

    var types: [String] {
        guard !isOwn else { return [] }
        let found = unsafe waiting { unsafe mica_clipboard_types(handle, $0) }
        guard let lines = unsafe found else { return [] }
        defer { unsafe free(lines) }
        return unsafe String(cString: lines).split(separator: "\n").map(String.init)
    }

    func data(_ type: String) -> Data? {
        if isOwn { return own?.make(type) }
        var count = 0
        let read = unsafe waiting { seconds in
            unsafe seconds > 0 ? mica_clipboard_read(handle, type, seconds, Self.mostBytes, &count) : nil
        }
        guard let bytes = unsafe read else { return nil }
        return unsafe Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }

    func offer(_ types: [String], _ make: @escaping @MainActor (String) -> Data?) {
        offers += 1
        own = (offers, changes, make)
        // A lost server takes no offer; the content then stays in the program.
        _ = unsafe mica_clipboard_offer(handle, types.joined(separator: "\n"), offers)
    }

    /// Gives own content to another program, on a thread that may wait for it.
    private func answer(_ request: UInt64, _ content: UInt64, _ type: String) {
        let data = own?.number == content ? own?.make(type) : nil
        let clipboard = unsafe HandedClipboard(pointer: handle)
        DispatchQueue.global().async {
            guard let data else {
                unsafe mica_clipboard_answer(clipboard.pointer, request, nil, 0)
                return
            }
            let bytes = [UInt8](data)
            // An empty content is no refusal.
            unsafe (bytes.isEmpty ? [0] : bytes).withUnsafeBufferPointer {
                unsafe mica_clipboard_answer(clipboard.pointer, request, $0.baseAddress, bytes.count)
            }
        }
    }

    /// Waits for the present owner, as long as all waits for it are not longer than `wait`.
    private func waiting<Result>(_ body: (Double) -> Result) -> Result {
        let now = changes
        if left.changes != now { left = (now, Self.wait) }
        let begin = MonotonicClock.now
        defer { left.seconds = max(0, left.seconds - (MonotonicClock.now - begin)) }
        return body(left.seconds)
    }
}

// MARK: Text

extension SystemClipboard {
    /// The types of text, the best first.
    nonisolated static let textTypes = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain"]

    /// The clipboard's text; nil for none.
    var text: String? {
        get {
            let types = isOwn ? Self.textTypes : types
            let found = Self.textTypes.lazy.compactMap { wanted in
                types.first { $0.caseInsensitiveCompare(wanted) == .orderedSame }
            }.first
            guard let found, let data = data(found), !data.isEmpty else { return nil }
            return String(decoding: data, as: UTF8.self)
        }
        set {
            let data = Data((newValue ?? "").utf8)
            offer(Self.textTypes) { SystemClipboard.textTypes.contains($0) ? data : nil }
        }
    }
}

/// The clipboard's handle, which is passed to a thread.
// Safe because: the memory is never freed, and its functions have a lock.
@unsafe private struct HandedClipboard: @unchecked Sendable {
    let pointer: OpaquePointer
}
