import CoreGraphics
import Foundation
import MicaEvents
import MicaScripts
import Testing

@testable import GLKit
@testable import OpenGLES

/// Views of OpenGL's, in windows without a screen.
@MainActor @Suite(.serialized) struct GLKViewTests {
    private final class Clear: NSObject, GLKViewDelegate {
        var count = 0
        func glkView(_ view: GLKView, drawIn rect: CGRect) {
            count += 1
            glClearColor(0, 1, 0, 1)
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        }
    }

    private final class EAGLView: UIView {
        override class var layerClass: AnyClass { CAEAGLLayer.self }
    }

    private final class MetalView: UIView {
        override class var layerClass: AnyClass { CAMetalLayer.self }
    }

    /// A program that makes its layer's pixels has one for each point until it asks for more; one with a GLKView has the screen's.
    @Test func pixels_of_programs_are_points_until_they_ask_for_more() throws {
        let window = UIWindow(host: ScriptedWindow(size: CGSize(width: 60, height: 40), scale: 2))
        window.makeKeyAndVisible()
        let frame = CGRect(x: 0, y: 0, width: 20, height: 10)
        let views = [EAGLView(frame: frame), MetalView(frame: frame), GLKView(frame: frame), UIView(frame: frame)]
        for view in views { window.addSubview(view) }
        #expect(views.map(\.contentScaleFactor) == [1, 1, 2, 2])
        let layer = try #require(views[0].layer as? CAEAGLLayer), metal = try #require(views[1].layer as? CAMetalLayer)
        #expect(layer.pixelSize.map { [$0.width, $0.height] } == [20, 10])
        #expect(metal.drawableSize == CGSize(width: 20, height: 10))
        for view in views { view.contentScaleFactor = 2 }
        #expect(layer.pixelSize.map { [$0.width, $0.height] } == [40, 20])
        #expect(metal.drawableSize == CGSize(width: 40, height: 20))
    }

    @Test func view_is_drawn_when_it_comes_to_be_seen_changes_its_size_or_is_told_to() throws {
        let context = try #require(EAGLContext(api: .openGLES2))
        defer { EAGLContext.setCurrent(nil) }
        // The screen's scale is that of the window shown last, which is not this one's.
        UIWindow(host: ScriptedWindow(size: CGSize(width: 10, height: 10), scale: 3)).makeKeyAndVisible()
        let host = ScriptedWindow(size: CGSize(width: 60, height: 40), scale: 2)
        let window = UIWindow(host: host)
        let view = GLKView(frame: CGRect(x: 10, y: 10, width: 20, height: 10), context: context)
        let clear = Clear()
        view.delegate = clear
        view.drawableDepthFormat = .format24
        view.drawableStencilFormat = .format8
        view.drawableMultisample = .multisample4X
        window.addSubview(view)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        #expect(clear.count == 1 && view.drawableWidth == 40 && view.drawableHeight == 20)
        let pixels = host.image.resource.bitmap()
        #expect(pixels[30, 30] == 0xFF00_FF00 && pixels[10, 10] != 0xFF00_FF00)
        host.advance(to: 0.2)
        #expect(clear.count == 1)
        view.setNeedsDisplay()
        host.advance(to: 0.3)
        #expect(clear.count == 2)
        view.frame.size.width = 30
        host.advance(to: 0.4)
        #expect(clear.count == 3 && view.drawableWidth == 60)
        let snapshot = try #require(view.snapshot.cgImage)
        #expect(snapshot.width == 60 && view.snapshot.scale == 2 && glGetError() == 0)
    }

    private final class Spinner: GLKViewController {
        var updates: [TimeInterval] = []
        override func viewDidLoad() {
            super.viewDidLoad()
            (view as? GLKView)?.context = EAGLContext(api: .openGLES2)
        }
        override func update() { updates.append(timeSinceLastUpdate) }
        override func glkView(_ view: GLKView, drawIn rect: CGRect) {
            glClearColor(Float(updates.count % 2), 0, 1, 1)
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        }
    }

    @Test func controller_draws_thirty_times_a_second_by_the_displays_clock() throws {
        defer { EAGLContext.setCurrent(nil) }
        let host = ScriptedWindow(size: CGSize(width: 40, height: 40), scale: 1)
        let window = UIWindow(host: host)
        let controller = Spinner()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        host.advance(to: 1)
        let count = controller.updates.count
        #expect((28...31).contains(count) && controller.framesDisplayed == count)
        #expect(controller.updates.dropFirst().allSatisfy { abs($0 - 1 / 30) < 1e-6 })
        #expect(controller.framesPerSecond == 30)
        controller.isPaused = true
        host.advance(to: 2)
        #expect(controller.updates.count == count)
        controller.isPaused = false
        host.advance(to: 2.5)
        #expect(controller.updates.count > count + 10 && controller.timeSinceLastResume < 0.51)
    }

    @Test func textures_are_loaded_with_their_alpha_as_it_is_in_the_file() throws {
        let context = try #require(EAGLContext(api: .openGLES2))
        try #require(EAGLContext.setCurrent(context))
        defer { EAGLContext.setCurrent(nil) }
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 2), false, 1)
        UIColor(red: 1, green: 0, blue: 0, alpha: 0.5).setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 1))
        let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        let data = try #require(image.pngData())
        let info = try GLKTextureLoader.texture(withContentsOf: data)
        #expect(
            info.width == 4 && info.height == 2 && info.alphaState == .nonPremultiplied
                && info.textureOrigin == .topLeft)
        #expect(try texel(info, 0, 0)[0] == 255 && texel(info, 0, 1)[3] == 0)
        let turned = try GLKTextureLoader.texture(
            withContentsOf: data,
            options: [GLKTextureLoaderOriginBottomLeft: true, GLKTextureLoaderApplyPremultiplication: true])
        #expect(turned.alphaState == .premultiplied && turned.textureOrigin == .bottomLeft)
        #expect(try (127...128).contains(texel(turned, 0, 1)[0]) && texel(turned, 0, 0)[3] == 0)
        let picture = try #require(image.cgImage)
        #expect(try GLKTextureLoader.texture(with: picture).alphaState == .premultiplied)
        #expect(throws: GLKTextureLoaderError.invalidNSData) {
            try GLKTextureLoader.texture(withContentsOf: Data([1, 2, 3]))
        }
        #expect(throws: GLKTextureLoaderError.cubeMapInvalidNumFiles) {
            try GLKTextureLoader.cubeMap(withContentsOfFiles: ["a.png"])
        }
    }

    /// The bytes of a texture's texel: red, green, blue, alpha.
    private func texel(_ info: GLKTextureInfo, _ x: Int32, _ y: Int32) throws -> [UInt8] {
        var framebuffer: GLuint = 0, bytes: [UInt8] = [0, 0, 0, 0]
        unsafe glGenFramebuffers(1, &framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferTexture2D(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), info.target, info.name, 0)
        unsafe glReadPixels(x, y, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &bytes)
        unsafe glDeleteFramebuffers(1, &framebuffer)
        return bytes
    }
}
