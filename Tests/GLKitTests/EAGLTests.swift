import Foundation
import Mica
import MicaBase
import MicaGL
import QuartzCore
import Testing

@testable import GLKit
@testable import OpenGLES

@Suite(.serialized) struct EAGLTests {
    private func fill(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float) {
        glClearColor(red, green, blue, alpha)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }

    private func layer(_ width: Double, _ height: Double, scale: Double = 1) -> CAEAGLLayer {
        let layer = CAEAGLLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        layer.contentsScale = scale
        return layer
    }

    @Test func renderbuffer_has_the_layers_size_in_pixels_and_its_rows_are_turned() throws {
        let context = try #require(EAGLContext(api: .openGLES2))
        defer { EAGLContext.setCurrent(nil) }
        let layer = layer(4.2, 3, scale: 2)
        layer.isOpaque = true
        try bindFramebuffer(of: layer, context)
        var width: GLint = 0, height: GLint = 0
        unsafe glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_WIDTH), &width)
        unsafe glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_HEIGHT), &height)
        #expect(width == 8 && height == 6)
        fill(1, 0, 0, 0)
        // OpenGL's lowest rows are the layer's lowest.
        glEnable(GLenum(GL_SCISSOR_TEST))
        glScissor(0, 0, 8, 2)
        fill(0, 0, 1, 1)
        #expect(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        let image = try #require(layer.contents as! CGImage?)
        let pixels = image.resource.bitmap()
        #expect(pixels[3, 3] == 0xFFFF_0000 && pixels[3, 4] == 0xFF00_00FF && pixels.height == 6)
    }

    @Test func colours_above_their_alpha_are_lowered_to_it() throws {
        let context = try #require(EAGLContext(api: .openGLES3))
        defer { EAGLContext.setCurrent(nil) }
        let layer = layer(2, 2)
        try bindFramebuffer(of: layer, context)
        fill(1, 0.25, 0, 0.5)
        #expect(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        let image = try #require(layer.contents as! CGImage?)
        #expect([0x8080_4000, 0x7F7F_4000].contains(image.resource.bitmap()[0, 0]))
    }

    @Test func presents_are_events_of_a_recording_with_their_times() throws {
        let context = try #require(EAGLContext(api: .openGLES2))
        defer { EAGLContext.setCurrent(nil) }
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
        let layer = layer(8, 8)
        layer.isOpaque = true
        layer.position = CGPoint(x: 4, y: 4)
        root.addSublayer(layer)
        try bindFramebuffer(of: layer, context)
        let renderer = LayerRenderer(layer: root, scale: 1)
        for i in 1...4 {
            renderer.schedule(at: Double(i)) {
                EAGLContext.setCurrent(context)
                self.fill(Float(i) / 4, 0, 0, 1)
                context.presentRenderbuffer(Int(GL_RENDERBUFFER))
            }
        }
        // In any order: a time shows the last picture that was presented before it.
        for (time, red) in [(4.5, 255), (1.5, 64), (3.2, 191), (2.9, 128), (1.0, 64), (0.5, 0)] {
            let pixel = renderer.bitmap(at: time)[4, 4]
            #expect(abs(Int(pixel >> 16 & 0xFF) - red) <= 1, "at \(time): \(String(pixel, radix: 16))")
        }
    }

    @Test func contexts_of_a_share_group_have_the_same_textures_and_others_do_not() throws {
        let first = try #require(EAGLContext(api: .openGLES2))
        let second = try #require(EAGLContext(api: .openGLES2, sharegroup: first.sharegroup))
        let stranger = try #require(EAGLContext(api: .openGLES2))
        defer { EAGLContext.setCurrent(nil) }
        #expect(first.sharegroup === second.sharegroup && stranger.sharegroup !== first.sharegroup)
        try #require(EAGLContext.setCurrent(first))
        var name: GLuint = 0
        unsafe glGenTextures(1, &name)
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        unsafe glTexImage2D(
            GLenum(GL_TEXTURE_2D), 0, GL_RGBA, 1, 1, 0, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), [9, 8, 7, 255])
        glFinish()
        try #require(EAGLContext.setCurrent(second))
        #expect(glIsTexture(name) != 0 && EAGLContext.current() === second)
        try #require(EAGLContext.setCurrent(stranger))
        #expect(glIsTexture(name) == 0)
    }

    @Test(arguments: [false, true]) func thousand_presents_from_two_threads_lose_none(_ onDevice: Bool) throws {
        let pictures = DevicePictures(isWanted: onDevice)
        let layers = [layer(4, 4), layer(4, 4)]
        let first = try #require(EAGLContext(api: .openGLES2))
        let second = try #require(EAGLContext(api: .openGLES2, sharegroup: first.sharegroup))
        // Safe because: each layer and context is one thread's; they are looked at when both have ended.
        struct Work: @unchecked Sendable {
            let layer: CAEAGLLayer, context: EAGLContext
        }
        let work = zip(layers, [first, second]).map { Work(layer: $0, context: $1) }
        let shown = Shown()
        DispatchQueue.concurrentPerform(iterations: 2) { i in
            let (layer, context) = (work[i].layer, work[i].context)
            layer.isOpaque = true
            context.pictures = pictures
            guard (try? bindFramebuffer(of: layer, context)) != nil else { return }
            for n in 0..<500 {
                fill(Float(n % 256) / 255, Float(n / 256) / 255, Float(i) / 255, 1)
                guard context.presentRenderbuffer(Int(GL_RENDERBUFFER)) else { continue }
                let pixel = (layer.contents as! CGImage?)?.resource.bitmap()[0, 0]
                if pixel == 0xFF00_0000 | UInt32(n % 256) << 16 | UInt32(n / 256) << 8 | UInt32(i) { shown.add() }
            }
            EAGLContext.setCurrent(nil)
        }
        #expect(shown.count == 1_000 && pictures.reads == (onDevice ? 1_000 : 0))
    }

    @Test func what_is_wrong_is_told_and_does_nothing() throws {
        #expect(EAGLContext(api: .openGLES1) == nil)
        let context = try #require(EAGLContext(api: .openGLES2))
        defer { EAGLContext.setCurrent(nil) }
        // Not current, no renderbuffer bound, a layer without an area, a layer that is gone.
        #expect(!context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        try #require(EAGLContext.setCurrent(context))
        #expect(!context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        var name: GLuint = 0
        unsafe glGenRenderbuffers(1, &name)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), name)
        #expect(!context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer(0, 4)))
        #expect(!context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer(.nan, 4)))
        #expect(!context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer(20_000, 4)))
        // Nobody keeps this layer.
        try #require(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer(4, 4)))
        #expect(!context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        // Functions without a context do nothing.
        EAGLContext.setCurrent(nil)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        #expect(throws: GLKTextureLoaderError.fileOrURLNotFound) {
            try GLKTextureLoader.texture(withContentsOfFile: "/nowhere/picture.png")
        }
    }
}

/// How many presents were seen.
// Safe because: the number is changed under the lock.
private final class Shown: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    func add() { lock.withLock { number += 1 } }
    var count: Int { lock.withLock { number } }
}
