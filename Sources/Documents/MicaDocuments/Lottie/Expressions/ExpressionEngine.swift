import CLibDuktape
import Synchronization

/// A result of a script, or an answer to one.
enum ExpressionValue: Equatable, Sendable {
    case nothing
    case number(Double)
    case numbers([Double])
    case text(String)
}

/// A question of the model to its reader; the numbers are those of `ExpressionObjects.functions`.
enum ExpressionQuestion: Int32 {
    case value = 1
    case evaluated, keys, layer, composition, random, seed, noise, wave, ease, rectangle, find, timed, style, place,
        compile, letter
}

/// The reader of a model's questions.
protocol ExpressionHost: AnyObject {
    /// Answers a question.
    ///
    /// *Throws*: the error that the script gets.
    func answer(_ question: ExpressionQuestion, _ numbers: [Double], _ text: String) throws(ScriptError)
        -> ExpressionValue
}

/// The engine that runs scripts: Duktape, with limits on memory and steps.
///
/// The model takes 30 ms to compile. Engines that were used are restored to the state after that, byte by byte, which
/// takes less than 0.1 ms: a document finds nothing of the ones before.
@safe final class ExpressionEngine {
    /// The file of the library.
    static let library = unsafe String(cString: mica_duktape_file())
    /// The most bytes of a document's scripts and their values.
    static let memory = 24 << 20

    /// The names that scripts may use.
    let names: Set<String>
    private let scripts: OpaquePointer
    private let box: Box

    /// Keeps the host for the engine's calls.
    @safe private final class Box {
        weak var host: (any ExpressionHost)?
        var scripts: OpaquePointer?

        func answer(_ question: Int32, _ numbers: [Double], _ text: String) {
            guard let scripts = unsafe scripts, let host, let question = ExpressionQuestion(rawValue: question) else {
                return
            }
            do throws(ScriptError) {
                switch try host.answer(question, numbers, text) {
                case .nothing: break
                case .number(let value): unsafe mica_script_answer_numbers(scripts, [value], 1, 0)
                case .numbers(let values): unsafe mica_script_answer_numbers(scripts, values, values.count, 1)
                case .text(let text):
                    unsafe mica_script_answer_text(scripts, text, text.utf8.count, 0)
                }
            } catch {
                unsafe mica_script_answer_text(scripts, error.message, error.message.utf8.count, 1)
            }
        }
    }

    /// The engines that are not in use.
    private struct Idle {
        /// Their addresses.
        var engines: [UInt] = []
        var names: Set<String> = []
    }

    private static let idle = Mutex(Idle())
    /// The most engines that are kept.
    private static let idleLimit = 4

    /// Opens the library, and takes or makes an engine with the model.
    ///
    /// *Throws*: if the library cannot be opened, or the model does not fit into memory.
    init(host: any ExpressionHost, library: String = ExpressionEngine.library) throws(ScriptError) {
        if let reason = unsafe mica_duktape_open(library) {
            throw ScriptError(message: unsafe String(cString: reason))
        }
        let (known, knownNames) = Self.idle.withLock { ($0.engines.popLast(), $0.names) }
        if let known, let scripts = unsafe OpaquePointer(bitPattern: known) {
            (unsafe self.scripts, names) = (unsafe scripts, knownNames)
        } else {
            let made = try unsafe Self.made()
            (unsafe scripts, names) = unsafe (made.scripts, made.names)
        }
        box = Box()
        box.host = host
        unsafe box.scripts = scripts
        unsafe mica_script_set_host(scripts, Unmanaged.passUnretained(box).toOpaque())
    }

    /// A new engine with the model.
    private static func made() throws(ScriptError) -> (scripts: OpaquePointer, names: Set<String>) {
        let made = unsafe mica_scripts_create(
            ExpressionEngine.memory,
            { context, question, numbers, count, text, length in
                guard let context = unsafe context else { return }
                let box = unsafe Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
                let list = unsafe Array(UnsafeBufferPointer(start: numbers, count: Int(count)))
                let bytes = unsafe UnsafeRawBufferPointer(start: text, count: length)
                unsafe box.answer(question, list, String(decoding: bytes, as: UTF8.self))
            }, nil)
        guard let made = unsafe made else { throw ScriptError(message: "there is no memory") }
        do throws(ScriptError) {
            unsafe mica_script_set_steps(made, 1_000_000)
            _ = try unsafe load(ExpressionModelText.text, made)
            let list = try unsafe load("[\"\",\"$$names\"]", made)
            guard case .text(let text) = try unsafe run(list, [-2, 0, 0, 0, 4], made) else {
                return unsafe (made, [])
            }
            let names = Set(text.split(separator: ",").map { String($0) })
            if unsafe mica_script_keep(made) != 0 { idle.withLock { $0.names = names } }
            return unsafe (made, names)
        } catch {
            unsafe mica_scripts_destroy(made)
            throw error
        }
    }

    deinit {
        unsafe mica_script_set_host(scripts, nil)
        guard unsafe mica_script_restore(scripts) != 0 else { return unsafe mica_scripts_destroy(scripts) }
        let address = unsafe UInt(bitPattern: scripts)
        let isKept = Self.idle.withLock { idle in
            guard idle.engines.count < Self.idleLimit else { return false }
            idle.engines.append(address)
            return true
        }
        if !isKept { unsafe mica_scripts_destroy(scripts) }
    }

    /// The steps that are left.
    var steps: Int64 {
        get { unsafe mica_script_steps(scripts) }
        set { unsafe mica_script_set_steps(scripts, newValue) }
    }

    /// Loads a program, and returns its number.
    ///
    /// *Throws*: if the text cannot be compiled.
    func load(_ text: String) throws(ScriptError) -> Int { try unsafe Self.load(text, scripts) }

    private static func load(_ text: String, _ scripts: OpaquePointer) throws(ScriptError) -> Int {
        var failure = unsafe mica_script_value()
        let number = unsafe mica_script_load(scripts, text, text.utf8.count, &failure)
        guard number >= 0 else { throw unsafe error(failure) }
        return Int(number)
    }

    /// Runs a program for a property.
    ///
    /// *Throws*: the failure of the script; the line is the program's.
    func run(_ program: Int, _ numbers: [Double]) throws(ScriptError) -> ExpressionValue {
        try unsafe Self.run(program, numbers, scripts)
    }

    private static func run(
        _ program: Int, _ numbers: [Double], _ scripts: OpaquePointer
    ) throws(ScriptError) -> ExpressionValue {
        var result = unsafe mica_script_value()
        unsafe mica_script_run(scripts, Int32(program), numbers, Int32(numbers.count), &result)
        switch unsafe result.kind {
        case MICA_SCRIPT_NUMBER: return unsafe .number(result.numbers?[0] ?? 0)
        case MICA_SCRIPT_NUMBERS:
            return unsafe .numbers(Array(UnsafeBufferPointer(start: result.numbers, count: result.count)))
        case MICA_SCRIPT_TEXT: return unsafe .text(text(result))
        case MICA_SCRIPT_FAILURE: throw unsafe error(result)
        default: return .nothing
        }
    }

    private static func text(_ value: mica_script_value) -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: value.text, count: value.length), as: UTF8.self)
    }

    private static func error(_ value: mica_script_value) -> ScriptError {
        unsafe ScriptError(message: text(value), line: Int(value.line), column: 0)
    }
}
